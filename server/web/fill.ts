/** Values known only to the running server: operator, address, and a visitor's input. */
export type Values = Readonly<Record<string, string>>;

/**
 * Fills in a page from the build. `{{name}}` becomes the escaped value; text between `{{#name}}` and `{{/name}}` stays if there is a value,
 * and between `{{^name}}` and `{{/name}}` if there is none. Values are not scanned for placeholders.
 */
export function fill(template: string, values: Values): string {
  const valueOf = (name: string) => (Object.hasOwn(values, name) ? values[name]! : '');
  return choose(template, valueOf).replace(/\{\{(\w+)\}\}/g, (_, name: string) => escape(valueOf(name)));
}

/** From outside in: a section may contain others. */
function choose(template: string, valueOf: (name: string) => string): string {
  return template.replace(
    /\{\{([#^])(\w+)\}\}([\s\S]*?)\{\{\/\2\}\}/g,
    (_, kind: string, name: string, inside: string) =>
      (kind === '#') === (valueOf(name) !== '') ? choose(inside, valueOf) : '',
  );
}

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
