import { imageIdsOf, type ImageWidth } from '../../contract/files/images.ts';
import { absoluteApiBase } from '../api/base.ts';

/** The complete address of an image in one width. An address elsewhere stays as it is. */
export const addressOf = (url: string, width: ImageWidth): string =>
  imageIdsOf(url) ? `${absoluteApiBase()}${url}?width=${width}` : url;
