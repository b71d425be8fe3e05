import * as z from 'zod/mini';
import * as calls from '../../../../contract/menu/calls.ts';
import * as groupCalls from '../../../../contract/menu/modifiers.ts';
import type { MenuBook } from '../../../../contract/menu/calls.ts';
import type { ModifierGroup, WantedGroup } from '../../../../contract/menu/modifiers.ts';
import { faultsOf, newGroup } from '../../../../contract/menu/new-groups.ts';
import { decideFormats, type CsvType } from './fields.ts';
import { MenuTree, type MenuNode } from './menu-tree.ts';
import type { MenuRows } from './menu-csv.ts';
import { readValues } from './read-values.ts';
import type { CsvRow } from './read-menu-csv.ts';

/** What becomes of one row of the file. */
export interface PlannedRow {
  /** 0: of none, as it is only named by what stands in it. */
  line: number;
  type: CsvType | null;
  name: string;
  kind: 'new' | 'changed' | 'unchanged' | 'error';
  /** What differs, or what is wrong. */
  texts: string[];
}

/** One change of the menu, as its mutation takes it. */
export interface MenuChange {
  action:
    | 'createGroup'
    | 'editGroup'
    | 'createBook'
    | 'editBook'
    | 'createCategory'
    | 'editCategory'
    | 'createItem'
    | 'editItem';
  /** The row and what it stands in. */
  ids: { id: string; bookId: string; categoryId: string };
  body: Record<string, unknown>;
}

export interface MenuImport {
  rows: PlannedRow[];
  /** Menus and categories that the file only names beside its dishes, and that are made for them. */
  implied: PlannedRow[];
  changes: MenuChange[];
}

/** Parents come before what stands in them, whatever the order of the file. */
const phases = ['group', 'modifier', 'menu', 'category', 'item', 'variant'] as const satisfies CsvType[];
const parents: Partial<Record<CsvType, 'menu' | 'category' | 'item' | 'group'>> = {
  category: 'menu',
  item: 'category',
  variant: 'item',
  modifier: 'group',
};

/**
 * What an import does, without doing it: rows are matched by id, then by name within their category. What the file does not name stays.
 * `usual` is the restaurant's, the tax mode that of new menus; `newId` makes the ids of new rows.
 */
export function planImport(
  rows: CsvRow[],
  present: MenuRows,
  usual: Pick<MenuBook, 'currency' | 'tax_mode'>,
  newId: () => string,
): MenuImport {
  const tree = new MenuTree(present, newId);
  const formats = decideFormats(
    rows.map(({ cells }) => cells),
    usual.currency,
  );
  const planned = new Map<CsvRow, PlannedRow>();
  const nodes = new Map<CsvRow, MenuNode>();
  for (const phase of phases) {
    const ofPhase = rows.filter(({ type }) => type === phase);
    // Ids first: a name is only free when no row of the file claims it by its id.
    for (const row of ofPhase) tree.claimId(phase, row);
    for (const row of ofPhase) planned.set(row, planRow(row, phase));
    if (phase === 'modifier') refuseGroups();
  }
  for (const row of rows)
    if (!row.type)
      planned.set(
        row,
        error(row, [`“${row.cells.get('type')}” is no type. Use menu, category, item, variant, group or modifier`]),
      );
  const implied = tree.implied.map(({ type, body }): PlannedRow => ({
    line: 0,
    type,
    name: String(body['name']),
    kind: 'new',
    texts: [],
  }));
  return { rows: rows.map((row) => planned.get(row)!), implied, changes: changesOf(tree, usual) };

  /** Once their choices are known: groups of which more must be chosen than can be. */
  function refuseGroups() {
    const refused = new Set<MenuNode>();
    for (const [row, node] of nodes) {
      const faults = node.type === 'group' && !node.hasError ? faultsOfGroup(node, usual) : [];
      if (faults.length === 0) continue;
      planned.set(row, error(row, faults));
      node.hasError = true;
      node.body = {};
      if (!node.row) refused.add(node);
    }
    for (const [row, { parent }] of nodes)
      if (parent && refused.has(parent)) planned.set(row, error(row, ['Its group has an error']));
  }

  function planRow(row: CsvRow, type: (typeof phases)[number]): PlannedRow {
    const parentType = parents[type];
    const parent = parentType ? tree.findParent(parentType, row) : null;
    if (parentType && !parent)
      return error(row, [`Its ${parentType === 'item' ? 'dish' : parentType} is not in the file or on the menu`]);
    if (parent?.hasError && !parent.row)
      return error(row, [`Its ${parent.type === 'item' ? 'dish' : parent.type} has an error`]);
    const found = tree.match(type, row, parent);
    if ('fault' in found) return error(row, [found.fault]);
    const { node } = found;
    nodes.set(row, node);
    const context = {
      currency: currencyOf(node, parent) ?? usual.currency,
      formats,
      findGroup: (text: string) => tree.findGroup(text),
    };
    const read = readValues(type, row, node.row, context);
    const faults = [...read.faults, ...(read.faults.length === 0 ? check(type, node, read.body) : [])];
    if (faults.length > 0) {
      node.hasError = true;
      return error(row, faults);
    }
    // New rows of a list without positions stand in its order.
    const isPlaced = node.row !== null || type === 'variant' || type === 'modifier';
    node.body = isPlaced ? read.body : { sort_order: row.line, ...read.body };
    tree.add(node);
    const kind = !node.row ? 'new' : read.texts.length > 0 ? 'changed' : 'unchanged';
    return { line: row.line, type, name: nameOf(row), kind, texts: node.row ? read.texts : [] };
  }
}

const currencyOf = (node: MenuNode, parent: MenuNode | null) =>
  (node.row?.['currency'] ?? (parent?.type === 'item' ? parent.row?.['currency'] : undefined)) as string | undefined;

const nameOf = ({ cells }: CsvRow) => (cells.get('name') ?? '').trim();
const error = (row: CsvRow, texts: string[]): PlannedRow => ({
  line: row.line,
  type: row.type,
  name: nameOf(row),
  kind: 'error',
  texts,
});

const schemas = {
  menu: [calls.createBook.options.body, calls.editBook.options.body],
  category: [calls.createCategory.options.body, calls.editCategory.options.body],
  item: [calls.createItem.options.body, calls.editItem.options.body],
  group: [groupCalls.createGroup.options.body, groupCalls.editGroup.options.body],
} as const;

/** The contract's own checks, so that what is previewed as fine is accepted. */
function check(type: CsvType, node: MenuNode, body: Record<string, unknown>): string[] {
  const result =
    type === 'variant'
      ? z.safeParse(calls.editItem.options.body, { variants: [wantedOf(node, body)] })
      : type === 'modifier'
        ? z.safeParse(groupCalls.editGroup.options.body, { modifiers: [wantedOf(node, body)] })
        : z.safeParse(schemas[type][node.row ? 1 : 0], forCreation(node, body));
  if (result.success) return [];
  return [...new Set(result.error.issues.map(issueText))];
}

/** "Name: use at most 120 characters", "Allergens: use celery, gluten or milk". The words fit one thing as well as many. */
function issueText(issue: z.core.$ZodIssue): string {
  const field = issue.path.findLast((part) => typeof part === 'string') ?? 'row';
  const name = field.replace(/_(amount|bp|at)$/, '').replaceAll('_', ' ');
  const label = name.charAt(0).toUpperCase() + name.slice(1);
  if (issue.code === 'too_big' && issue.origin === 'string') return `${label}: use at most ${issue.maximum} characters`;
  if (issue.code === 'invalid_value')
    return `${label}: use ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(issue.values.map(String))}`;
  return `Check the ${name}`;
}

function faultsOfGroup(node: MenuNode, usual: Pick<MenuBook, 'tax_mode'>): string[] {
  const body = complete('group', { ...node.row, ...node.body, ...childrenOf(node) }, usual) as WantedGroup; // its fields were checked
  const present = node.row as ModifierGroup | null;
  const group = newGroup(body, { id: node.id, at: '', actor: null, version: 0 });
  return Object.values(faultsOf(group, [], present ?? undefined) ?? {});
}

const forCreation = (node: MenuNode, body: Record<string, unknown>) =>
  node.row || node.type !== 'item' || 'price_amount' in body ? body : { price_amount: 0, ...body };

/** A variant or modifier as an edit of its dish or group names it. */
function wantedOf({ id, type, row }: MenuNode, body: Record<string, unknown>): Record<string, unknown> {
  const fields =
    type === 'variant'
      ? { name: '', price_amount: 0, sku: null, is_default: false }
      : { name: '', price_amount: 0, is_default: false, max_quantity: null, allergens: [], nested_group_ids: [] };
  const standing = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, row?.[key] ?? value]));
  return { id, ...standing, ...body };
}

function changesOf(tree: MenuTree, usual: Pick<MenuBook, 'tax_mode'>): MenuChange[] {
  const names = { group: 'Group', menu: 'Book', category: 'Category', item: 'Item' } as const;
  return (['group', 'menu', 'category', 'item'] as const).flatMap((type) => {
    const changes = tree.nodesOf(type).flatMap((node): MenuChange[] => {
      if (node.hasError && !node.row) return [];
      const body = { ...node.body, ...childrenOf(node) };
      if (Object.keys(body).length === 0) return [];
      const category = type === 'item' ? node.parent : node;
      const ids = {
        id: node.id,
        categoryId: category?.id ?? '',
        bookId: (type === 'menu' ? node : category?.parent)?.id ?? '',
      };
      if (node.row) {
        const seen = node.row['price_amount'];
        const asks = 'price_amount' in body ? { expected_price_amount: seen } : {};
        return [{ action: `edit${names[type]}`, ids, body: { ...body, ...asks } }];
      }
      return [{ action: `create${names[type]}`, ids, body: complete(type, body, usual) }];
    });
    // Groups that others nest are there first.
    return type === 'group' ? changes.toSorted((a, b) => countNested(a) - countNested(b)) : changes;
  });
}

function complete(
  type: MenuNode['type'],
  body: Record<string, unknown>,
  { tax_mode }: Pick<MenuBook, 'tax_mode'>,
): Record<string, unknown> {
  if (type === 'menu') return { tax_mode, ...body };
  if (type === 'group') return { selection_type: 'single', ...body };
  if (type !== 'item') return body;
  const [first] = (body['variants'] ?? []) as { price_amount: number }[];
  return { price_amount: first?.price_amount ?? 0, ...body };
}

/** The list of variants or modifiers when the file changes it: in the file's order, then those that it does not name. */
function childrenOf(node: MenuNode): Record<string, unknown> {
  const key = node.type === 'item' ? 'variants' : 'modifiers';
  const named = node.children.filter(({ hasError }) => !hasError);
  if (named.length === 0 || (node.type !== 'item' && node.type !== 'group')) return {};
  const type = node.type === 'item' ? 'variant' : 'modifier';
  const standing = ((node.row?.[key] ?? []) as Record<string, unknown>[]).map((row) =>
    wantedOf({ ...node, id: row['id'] as string, type, row }, {}),
  );
  const wanted = named.map((child) => wantedOf(child, child.body));
  const rest = standing.filter(({ id }) => !wanted.some((one) => one['id'] === id));
  const list = [...wanted, ...rest];
  return JSON.stringify(list) === JSON.stringify(standing) ? {} : { [key]: list };
}

const countNested = ({ body }: MenuChange) =>
  ((body['modifiers'] ?? []) as { nested_group_ids: string[] }[]).filter(({ nested_group_ids: ids }) => ids.length > 0)
    .length;
