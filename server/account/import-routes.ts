import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import * as contract from '../../contract/account/calls.ts';
import { IMAGE_WIDTHS } from '../../contract/files/images.ts';
import { noteAuth } from '../auth/events.ts';
import { limits } from '../pipeline/limits.ts';
import { tooMany } from '../auth/too-many.ts';
import { fileKey } from '../chats/files/file-key.ts';
import { take } from '../db/rate-limits.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { storeImage } from '../files/store-image.ts';
import { defineHandlerWithoutTransaction, refuse, Refusal, type Handler } from '../pipeline/handler.ts';
import type { Services } from '../pipeline/services.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { openFiles } from '../platform/files/open-files.ts';
import { checkFile, readEntries } from './check-file.ts';
import { ImportFault } from './import-fault.ts';
import { chatFileOf, imageOfFile } from './manifest.ts';
import { temporaryFile } from './temporary-file.ts';
import { countParts, forgetUpload, notePart, partKey, removeParts } from './upload.ts';
import { refuseFilled, writeImport, type ImportOptions, type Written } from './write-import.ts';
import { bytesOf, type ReceivedFile } from '../pipeline/received-files.ts';

type ImportServices = Pick<Services, 'pools' | 'env' | 'bus'>;

export function importRoutes({ pools, env, bus }: ImportServices): Handler[] {
  const storing = defineHandlerWithoutTransaction(contract.storeImportPart, async (c) => {
    const part = /^\d{1,4}$/.test(c.path.part) ? Number(c.path.part) : NaN;
    if (!(part < contract.IMPORT_PARTS_MAX)) return refuse('not_found');
    const bytes = bytesOf(c.body.file[0]!);
    if (bytes.length > contract.IMPORT_PART_BYTES) return refuse('too_large');
    const { restaurantId } = c.session;
    const refused = await withTransaction(pools.app, restaurantId, 'write', async (client) => {
      const filled = await refuseFilled(client);
      if (!filled) await notePart(drizzle(client), restaurantId, part, c.now);
      return filled;
    });
    if (refused) return refused;
    await openFiles(env).put(partKey(restaurantId, part), bytes);
    return { part };
  });

  const importing = defineHandlerWithoutTransaction(contract.importData, async (c) => {
    const { restaurantId } = c.session;
    const exceeded = await take(c.accounts, limits.dataImports, restaurantId, c.now);
    if (exceeded) return tooMany(c, c.user.email, exceeded);
    const filled = await withTransaction(pools.app, restaurantId, 'read', refuseFilled);
    if (filled) return filled;
    const path = await temporaryFile(env, c.now);
    try {
      const files = openFiles(env);
      await pipeline(
        readParts(files, restaurantId, c.body.parts),
        createWriteStream(path, { flags: 'wx', mode: 0o600 }),
      );
      const { header } = await checkFile(path);
      const options = { path, header, restaurantId, userId: c.user.id, now: c.now };
      const result = await importFile({ pools, env }, files, options);
      if (result instanceof Refusal) return result;
      bus.publish(restaurantId, result.version);
      noteAuth(c, 'data_imported', c.user.email, { tables: Object.keys(result.rows).length });
      return { rows: result.rows, images: result.images, is_address_kept: result.isAddressKept };
    } catch (error) {
      if (error instanceof ImportFault) return refuse('invalid_fields', { field_errors: { file: error.message } });
      throw error;
    } finally {
      await rm(path, { force: true });
      await dropUpload({ pools, env }, restaurantId);
    }
  });

  return [storing, importing];
}

async function* readParts(files: FileStore, restaurantId: string, parts: number): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < parts; part += 1) {
    const bytes = await files.get(partKey(restaurantId, part));
    if (!bytes) throw new ImportFault('A part of the file has not arrived. Choose the file again.');
    yield bytes;
  }
}

async function dropUpload({ pools, env }: Pick<ImportServices, 'pools' | 'env'>, restaurantId: string): Promise<void> {
  const parts = await withTransaction(pools.app, restaurantId, 'read', (client) =>
    countParts(drizzle(client), restaurantId),
  );
  await removeParts(openFiles(env), restaurantId, parts);
  await withTransaction(pools.app, restaurantId, 'write', (client) => forgetUpload(drizzle(client), restaurantId));
}

/**
 * Files go first, because no store is asked inside of the transaction. What a refused import leaves of them no row names: images are swept
 * after a week, files of chats are removed here.
 */
async function importFile(
  { pools, env }: Pick<ImportServices, 'pools' | 'env'>,
  files: FileStore,
  options: ImportOptions,
): Promise<(Written & { images: number }) | Refusal> {
  const { restaurantId } = options;
  const stored: string[] = [];
  let isWritten = false;
  try {
    const images = await storeFiles({ pools, env }, files, options, stored);
    const written = await withTransaction(pools.app, restaurantId, 'write', (client) => writeImport(client, options));
    if (written instanceof Refusal) return written;
    isWritten = true;
    return { ...written, images };
  } finally {
    if (!isWritten) for (const key of stored) await files.remove(key);
  }
}

/** Returns how many images. `stored`: gets the keys of the files of chats. */
async function storeFiles(
  services: Pick<ImportServices, 'pools' | 'env'>,
  files: FileStore,
  options: ImportOptions,
  stored: string[],
): Promise<number> {
  let images = 0;
  let widths: ReceivedFile[] = [];
  for await (const { name, body } of readEntries(options.path)) {
    const image = imageOfFile(name);
    const chatFile = chatFileOf(name);
    if (image) {
      if (image.width !== IMAGE_WIDTHS[widths.length]) throw new ImportFault('An image in the file is not complete.');
      widths.push(body);
      if (widths.length < IMAGE_WIDTHS.length) continue;
      const refused = await storeImage(services, options, image.id, widths);
      if (refused) throw new ImportFault('An image in the file cannot be read.');
      images += 1;
      widths = [];
    } else if (chatFile) {
      const key = fileKey(options.restaurantId, chatFile);
      stored.push(key);
      await files.put(key, body);
    }
  }
  return images;
}
