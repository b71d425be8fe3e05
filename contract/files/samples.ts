import { sampleOf, type Sample } from '../sample.ts';
import * as files from './calls.ts';

/** A JPEG of two by two pixels. */
const JPEG =
  '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAACAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCeAOrP/9k=';

export const samples: Sample[] = [
  // An id of another restaurant's image is free here: images are kept by restaurant.
  {
    ...sampleOf(files.storeImage, ({ newId }) => ({ path: { id: newId() }, body: { files: [JPEG, JPEG, JPEG] } })),
    foreignRows: null,
  },
];
