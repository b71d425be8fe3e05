import * as z from 'zod/mini';
import { call, read } from '../call.ts';

export const health = call('system.health', 'GET', '/health', {
  access: 'public',
  offline: read,
  reply: z.object({
    status: z.literal('ok'),
    database: z.literal('ok'),
    schema: z.int(),
    version: z.string(),
    /** The last daily backup. Null if there is none or they are off. */
    last_backup_at: z.nullable(z.string()),
    /** Since when the mail server has taken no mail. Null: it works, as far as this process has noticed. */
    mail_down_since: z.nullable(z.string()),
    /** Why the bucket of pictures and files did not work the last time. Null: it does, as far as this process has noticed. */
    files_fault: z.nullable(z.string()),
  }),
  addition: true,
  summary: 'Whether the API and its database answer',
});
