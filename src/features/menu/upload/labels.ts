import type { MenuUploadError } from '../../../../contract/menu/upload-calls.ts';

/** Why a menu could not be read, and what to do about it. */
export const uploadErrorLabels: Record<MenuUploadError, string> = {
  file_empty: 'A file is empty. Choose it again.',
  file_too_large: 'A file is larger than 10 MB. Take the photo at a lower resolution, or send fewer pages in one PDF.',
  file_type_unsupported: 'A file is not a picture or a PDF. Choose a JPEG, PNG, WebP or PDF file.',
  file_unreadable: 'A file is damaged and cannot be opened. Take the photo again or export the PDF again.',
  picture_too_large: 'A picture has more than 25 megapixels. Take it at a lower resolution.',
  too_many_pages: 'The menu has more than 12 pages. Send it in parts.',
  pdf_locked: 'The PDF is protected by a password. Save it without one and choose it again.',
  nothing_found:
    'No dishes were found. Photograph the page straight from above, in good light, so that it fills the picture.',
  took_too_long: 'Reading took too long. Send fewer pages at a time.',
  reading_failed:
    'Something went wrong on our side. Choose the files again; if it fails again, add the dishes by hand.',
};
