import { cleanText, foldName } from '../../../../contract/names.ts';
import type { CsvType } from './fields.ts';
import type { MenuRows } from './menu-csv.ts';
import type { CsvRow } from './read-menu-csv.ts';

type Row = Record<string, unknown>;

/** A row of the menu as the import sees it: on the menu already, in the file, or both. */
export interface MenuNode {
  type: CsvType;
  id: string;
  /** As it stands on the menu; null: it is new. */
  row: Row | null;
  parent: MenuNode | null;
  /** What the file sets. */
  body: Row;
  /** Variants of an item and modifiers of a group that the file names. */
  children: MenuNode[];
  hasError: boolean;
}

/** The menu and the file together, found by id and by name. */
export class MenuTree {
  readonly #newId: () => string;
  readonly #byType = new Map<CsvType, MenuNode[]>();
  readonly #byId = new Map<string, MenuNode>();
  readonly #byName = new Map<string, MenuNode[]>();
  /** By the id that the file says, which a new row does not keep. */
  readonly #byFileId = new Map<string, MenuNode>();
  readonly #claims = new Map<MenuNode, CsvRow>();
  /** Menus and categories that are only named, by what stands in them. */
  readonly implied: MenuNode[] = [];

  constructor({ books, categories, items, groups }: MenuRows, newId: () => string) {
    this.#newId = newId;
    for (const group of groups) {
      const node = this.#put('group', group.id, group, null);
      for (const modifier of group.modifiers) this.#put('modifier', modifier.id, modifier, node);
    }
    for (const book of books) this.#put('menu', book.id, book, null);
    for (const one of categories)
      this.#put('category', one.id, one, this.#byId.get(`menu ${one.menu_book_id}`) ?? null);
    for (const item of items) {
      const node = this.#put('item', item.id, item, this.#byId.get(`category ${item.category_id}`) ?? null);
      for (const variant of item.variants ?? []) this.#put('variant', variant.id, variant, node);
    }
  }

  nodesOf(type: CsvType): MenuNode[] {
    return this.#byType.get(type) ?? [];
  }

  /** The row of the file that names a present one by its id. */
  claimId(type: CsvType, row: CsvRow): void {
    const node = this.#byId.get(`${type} ${idOf(row, 'id')}`);
    if (node && !this.#claims.has(node)) this.#claims.set(node, row);
  }

  /** The row that this one of the file is about: by id, then by name within its parent, else a new one. */
  match(type: CsvType, row: CsvRow, parent: MenuNode | null): { node: MenuNode } | { fault: string } {
    const fileId = idOf(row, 'id');
    const known = this.#byId.get(`${type} ${fileId}`);
    if (known) {
      const first = this.#claims.get(known)!;
      return first === row ? { node: known } : { fault: `Line ${first.line} has the same id` };
    }
    const named = this.#byName.get(nameKey(type, parent, textOf(row, 'name'))) ?? [];
    const free = named.find((node) => node.row && !this.#claims.has(node));
    const node = free ?? { type, id: this.#newId(), row: null, parent, body: {}, children: [], hasError: false };
    this.#claims.set(node, row);
    if (fileId) this.#byFileId.set(`${type} ${fileId}`, node);
    return { node };
  }

  /** Makes a row of the file known to those that stand in it. */
  add(node: MenuNode): void {
    if (node.type === 'variant' || node.type === 'modifier') node.parent!.children.push(node);
    if (!node.row) this.#index(node, String(node.body['name']));
  }

  /** By its id, by its name, or the one that the row obviously means. A menu or category that is only named is made. */
  findParent(type: 'menu' | 'category' | 'item' | 'group', row: CsvRow): MenuNode | null {
    const id = idOf(row, 'parent_id');
    const byId = id ? (this.#byFileId.get(`${type} ${id}`) ?? this.#byId.get(`${type} ${id}`)) : undefined;
    if (byId) return byId;
    if (type === 'group') return this.#first(type, null, textOf(row, 'parent'));
    const menuName = textOf(row, 'menu');
    const menus = this.nodesOf('menu');
    const menu = menuName ? this.#first('menu', null, menuName) : menus.length === 1 ? menus[0]! : null;
    if (type === 'menu') return menu ?? this.#imply('menu', null, menuName || 'Menu');
    const categoryName = textOf(row, 'category');
    const category = categoryName
      ? this.#first('category', menu ?? this.#imply('menu', null, menuName || 'Menu'), categoryName)
      : null;
    if (type === 'item') return this.#first('item', category, textOf(row, 'parent'));
    if (category) return category;
    const into = menu ?? this.#first('menu', null, menuName || 'Menu') ?? this.#imply('menu', null, menuName || 'Menu');
    return (
      this.#first('category', into, categoryName || 'Menu') ?? this.#imply('category', into, categoryName || 'Menu')
    );
  }

  /** The id of a modifier group by its id in the file or on the menu, or by its name. */
  findGroup(text: string): string | null {
    const known = this.#byFileId.get(`group ${text.toLowerCase()}`) ?? this.#byId.get(`group ${text.toLowerCase()}`);
    return (known ?? this.#first('group', null, text))?.id ?? null;
  }

  #put(type: CsvType, id: string, row: object, parent: MenuNode | null): MenuNode {
    const node: MenuNode = { type, id, row: row as Row, parent, body: {}, children: [], hasError: false };
    this.#index(node, String(node.row!['name']));
    return node;
  }

  #imply(type: 'menu' | 'category', parent: MenuNode | null, name: string): MenuNode {
    const known = this.#first(type, parent, name);
    if (known) return known;
    const node: MenuNode = {
      type,
      id: this.#newId(),
      row: null,
      parent,
      body: { name, sort_order: this.nodesOf(type).length },
      children: [],
      hasError: false,
    };
    this.implied.push(node);
    this.#index(node, name);
    return node;
  }

  #index(node: MenuNode, name: string): void {
    push(this.#byType, node.type, node);
    this.#byId.set(`${node.type} ${node.id}`, node);
    push(this.#byName, nameKey(node.type, node.parent, name), node);
  }

  #first(type: CsvType, parent: MenuNode | null, name: string): MenuNode | null {
    return this.#byName.get(nameKey(type, parent, name))?.[0] ?? null;
  }
}

function push<K>(map: Map<K, MenuNode[]>, key: K, node: MenuNode): void {
  const list = map.get(key);
  if (list) list.push(node);
  else map.set(key, [node]);
}

const textOf = ({ cells }: CsvRow, column: string) => cleanText(cells.get(column) ?? '').trim();
const idOf = (row: CsvRow, column: string) => textOf(row, column).toLowerCase();
const nameKey = (type: CsvType, parent: MenuNode | null, name: string) =>
  `${type} ${parent?.id ?? ''} ${foldName(name)}`;
