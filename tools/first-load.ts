import { fileURLToPath } from 'node:url';

/** What the bundler knows about its modules. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

const signIn = ['Login', 'Register', 'Verify'].map((name) => source(`features/auth/${name}Screen.tsx`));
const app = [source('shell/layout/AppShell.tsx'), source('features/orders/OrdersScreen.tsx')];

/** Modules shared by the sign-in pages and the app's first page; in a file of their own, so that signing in does not load the app. */
export const isOfBoth = (id: string, graph: Graph): boolean =>
  closureOf(signIn, graph).has(id) && closureOf(app, graph).has(id);

const closures = new Map<string[], Set<string>>();

/** These modules and everything that they import statically. */
function closureOf(modules: string[], graph: Graph): Set<string> {
  const known = closures.get(modules);
  if (known) return known;
  const closure = new Set(modules);
  // The set grows during the iteration.
  for (const id of closure) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) closure.add(imported);
  closures.set(modules, closure);
  return closure;
}
