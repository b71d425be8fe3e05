import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
}

/** The statements that any connection of this process sends during `run`; several in one message count as one. */
export async function statementsOf(run: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function noted(this: pg.Client, ...args: unknown[]) {
    const [first, values] = args as [string | Partial<Statement>, unknown[] | undefined];
    if (typeof first === 'string') sent.push({ text: first, values: values ?? [] });
    else if (first.text !== undefined) sent.push({ text: first.text, values: values ?? first.values ?? [] });
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await run();
  } finally {
    pg.Client.prototype.query = query;
  }
  return sent;
}
