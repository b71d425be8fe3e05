/** What the server knows and the build did not: who runs this installation, where it is reached, what somebody has typed. */
export type Values = Readonly<Record<string, string>>;

/**
 * Fills a page that was written when the product was built. `{{name}}` becomes the value, escaped; what stands between `{{#name}}` and
 * `{{/name}}` stays when there is a value, and between `{{^name}}` and `{{/name}}` when there is none. Values are never read for marks.
 */
export function fill(template: string, values: Values): string {
  const valueOf = (name: string) => (Object.hasOwn(values, name) ? values[name]! : '');
  return choose(template, valueOf).replace(/\{\{(\w+)\}\}/g, (_, name: string) => escape(valueOf(name)));
}

/** From outside in: a part may hold parts of other names. */
function choose(template: string, valueOf: (name: string) => string): string {
  return template.replace(
    /\{\{([#^])(\w+)\}\}([\s\S]*?)\{\{\/\2\}\}/g,
    (_, kind: string, name: string, inside: string) =>
      (kind === '#') === (valueOf(name) !== '') ? choose(inside, valueOf) : '',
  );
}

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
