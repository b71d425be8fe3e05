/** Text that is already HTML. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Piece = Html | string | number | false | null | undefined | readonly Piece[];

/** HTML with escaped values, unless they are HTML themselves. The server fills in {{…}} (server/web/fill.ts). */
export function html(strings: TemplateStringsArray, ...values: Piece[]): Html {
  return new Html(strings.map((part, i) => part + (i < values.length ? textOf(values[i]) : '')).join(''));
}

function textOf(value: Piece): string {
  if (value === false || value === null || value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return String(value).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
