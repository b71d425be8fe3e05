/** What is wrong with the file of an import, as a sentence for the owner. */
export class ImportFault extends Error {
  override name = 'ImportFault';
}
