/** What the server knows and the build did not: who runs this installation, where it is reached, what somebody has typed. */
export type Values = Readonly<Record<string, string>>;

/**
 * Fills a page that was written when the product was built. `{{name}}` becomes the value, escaped; `{{json:name}}` becomes a JSON text
 * that cannot end its script element; what stands between `{{#name}}` and `{{/name}}` stays when there is a value, and between
 * `{{^name}}` and `{{/name}}` when there is none. Values are never read for marks themselves.
 */
export function fill(template: string, values: Values): string {
  const valueOf = (name: string) => (Object.hasOwn(values, name) ? values[name]! : '');
  const chosen = template.replace(
    /\{\{([#^])(\w+)\}\}([\s\S]*?)\{\{\/\2\}\}/g,
    (_, kind: string, name: string, inside: string) => ((kind === '#') === (valueOf(name) !== '') ? inside : ''),
  );
  return chosen.replace(/\{\{(json:)?(\w+)\}\}/g, (_, json: string | undefined, name: string) =>
    json ? JSON.stringify(valueOf(name)).replaceAll('<', '\\u003c') : escape(valueOf(name)),
  );
}

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
