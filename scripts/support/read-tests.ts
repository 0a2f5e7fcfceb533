import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** A test as its file has it. */
export interface WrittenTest {
  title: string;
  /** What the blocks around it are called, from the outside in. */
  blocks: string[];
  /** Why it never runs, if it does not. */
  skipped: string | null;
  /**
   * Everything that the code of the test says: texts, patterns, numbers, and names, but no comments and no titles.
   * With the tables of cases and the hooks around it, and the helpers that it names.
   */
  says: string[];
}

/** The files of our own that names come from. */
interface Imports {
  root: string;
  paths: Map<string, string>;
}

interface Node {
  type: string;
  [key: string]: unknown;
}

const functions = ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'];
const offModifiers = ['skip', 'todo', 'fixme', 'skipIf', 'runIf', 'fails', 'fail'];
const hooks = ['beforeEach', 'beforeAll'];

const read = new Map<string, { body: Node[]; tests: WrittenTest[] }>();

/** The tests of a file, in its order. The root is the folder of the project, which imports start from. */
export function readTests(root: string, path: string): WrittenTest[] {
  return readFile(root, join(root, path)).tests;
}

function readFile(root: string, path: string): { body: Node[]; tests: WrittenTest[] } {
  const known = read.get(path);
  if (known) return known;
  const source = readFileSync(path, 'utf8');
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const body = program.body as unknown as Node[];
  const file = { body, tests: [] as WrittenTest[] };
  read.set(path, file);
  visit(
    body,
    { blocks: [], around: [], names: new Map(), skipped: null },
    importsOf(root, body),
    file,
  );
  return file;
}

/** What surrounds a test. */
interface Around {
  blocks: string[];
  /** Tables of cases, loops over cases, and hooks. */
  around: Node[];
  /** What is declared there, by name. */
  names: Map<string, Node>;
  skipped: string | null;
}

function visit(
  statements: Node[],
  outer: Around,
  imports: Imports,
  file: { tests: WrittenTest[] },
): void {
  const here = surroundings(statements, outer);
  for (const statement of statements) {
    const loop = statement.type.startsWith('For') ? (statement.body as Node)?.body : null;
    if (Array.isArray(loop)) {
      const inLoop = { ...here, around: [...here.around, statement.right as Node] };
      visit(loop, inLoop, imports, file);
    }
    const call = callOf(statement);
    const title = call && titleOf(call.args[0]);
    if (call && title) visitCall({ ...call, title }, here, imports, file);
  }
}

/** A block of tests, or a test. */
function visitCall(
  { name, modifiers, args, table, title }: Call & { title: string },
  here: Around,
  imports: Imports,
  file: { tests: WrittenTest[] },
): void {
  const run = args.findLast(({ type }) => functions.includes(type));
  const off = modifiers.find((one) => offModifiers.includes(one)) ?? offOption(args);
  const skipped = here.skipped ?? (off ? `it has "${off}"` : null);
  const around = table ? [...here.around, table] : here.around;
  if (name === 'describe' || modifiers.includes('describe')) {
    const body = ((run?.body as Node | undefined)?.body ?? []) as Node[];
    visit(body, { ...here, blocks: [...here.blocks, title], around, skipped }, imports, file);
  } else if (/test$|^it$/i.test(name)) {
    file.tests.push({
      title,
      blocks: here.blocks,
      skipped: skipped ?? (run ? inside(run) : 'it has no code'),
      says: run?.body ? wordsWithHelpers([run, ...around], here.names, imports) : [],
    });
  }
}

/** What surrounds a test among these statements. */
function surroundings(statements: Node[], outer: Around): Around {
  const here: Around = { ...outer, around: [...outer.around], names: new Map(outer.names) };
  for (const statement of statements) {
    for (const [name, node] of declared(statement)) here.names.set(name, node);
    const call = callOf(statement);
    if (!call) continue;
    const { name, modifiers, args } = call;
    if (hooks.some((hook) => name === hook || modifiers.includes(hook)))
      here.around.push(statement);
    // `test.skip()` or `test.skip(true, 'why')` among the statements turns off all that is beside it.
    const off = modifiers.find((one) => offModifiers.includes(one));
    if (off && titleOf(args[0]) === null) here.skipped = `${name}.${off}() stands beside it`;
  }
  return here;
}

interface Call {
  name: string;
  modifiers: string[];
  args: Node[];
  table: Node | null;
}

/** `name.modifier.modifier(table)(args)` as a statement. */
function callOf(statement: Node): Call | null {
  if (statement.type !== 'ExpressionStatement') return null;
  const call = statement.expression as Node;
  if (call.type !== 'CallExpression') return null;
  const modifiers: string[] = [];
  let table: Node | null = null;
  let callee = call.callee as Node;
  while (callee.type !== 'Identifier') {
    if (callee.type === 'MemberExpression') {
      modifiers.push(String((callee.property as Node).name));
      callee = callee.object as Node;
    } else if (callee.type === 'CallExpression') {
      table = { type: 'Table', of: callee.arguments };
      callee = callee.callee as Node;
    } else return null;
  }
  return { name: String(callee.name), modifiers, args: call.arguments as Node[], table };
}

/** A title as it is written: of a template, its source without the backticks. */
function titleOf(node: Node | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral') return null;
  const texts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
  const filled = (node.expressions as Node[]).map((part) => `\${${nameOf(part)}}`);
  return texts.map((text, index) => text + (filled[index] ?? '')).join('');
}

function nameOf(node: Node): string {
  if (node.type !== 'MemberExpression') return String(node.name ?? '…');
  return `${nameOf(node.object as Node)}.${nameOf(node.property as Node)}`;
}

/** `{ skip: true }` among the arguments. */
function offOption(args: Node[]): string | null {
  for (const { type, properties } of args) {
    if (type !== 'ObjectExpression') continue;
    for (const { key } of properties as { key?: Node }[]) {
      if (key && offModifiers.includes(nameOf(key))) return nameOf(key);
    }
  }
  return null;
}

/** A `test.skip()` or `context.skip()` in the code of a test. */
function inside(run: Node): string | null {
  let found: string | null = null;
  walk(run, (node) => {
    const callee = node.type === 'CallExpression' ? (node.callee as Node) : null;
    if (callee?.type !== 'MemberExpression') return;
    const name = nameOf(callee.property as Node);
    if (['skip', 'fixme'].includes(name)) found = `it calls ${nameOf(callee)}()`;
  });
  return found;
}

/** What a statement declares: functions and constants, exported or not. */
function declared(statement: Node): [string, Node][] {
  const inner = (statement.declaration as Node | undefined) ?? statement;
  if (inner.type === 'FunctionDeclaration') return [[nameOf(inner.id as Node), inner]];
  if (inner.type !== 'VariableDeclaration') return [];
  return (inner.declarations as { id: Node; init: Node | null }[]).flatMap(({ id, init }) =>
    init && id.type === 'Identifier' ? [[nameOf(id), init] as [string, Node]] : [],
  );
}

/** The files of our own from which names are imported. */
function importsOf(root: string, body: Node[]): Imports {
  const imports: Imports = { root, paths: new Map() };
  for (const { type, source, specifiers } of body) {
    if (type !== 'ImportDeclaration') continue;
    const [, folder = '', rest] =
      /^#(test|contract)\/(.+)$/.exec(String((source as Node).value)) ?? [];
    const path = join(root, folder === 'test' ? 'test' : 'src/contract', rest ?? '');
    if (rest === undefined || !existsSync(path)) continue;
    for (const { local } of specifiers as { local: Node }[]) imports.paths.set(nameOf(local), path);
  }
  return imports;
}

/** What some code says, and what the helpers and tables that it names say. */
function wordsWithHelpers(nodes: Node[], names: Map<string, Node>, imports: Imports): string[] {
  const all = nodes.flatMap(words);
  const seen = new Set<string>();
  // Tables are often made of tables: two steps within the file, and one into another.
  let used = new Set(all);
  for (let step = 0; step < 2; step++) {
    const found: string[] = [];
    for (const name of used) {
      const node = names.get(name);
      if (!node || seen.has(name)) continue;
      seen.add(name);
      found.push(...words(node));
    }
    all.push(...found);
    used = new Set(found);
  }
  for (const name of new Set(all)) {
    const path = imports.paths.get(name);
    if (path) all.push(...wordsOfImport(imports.root, path, name));
  }
  return all;
}

/** Of a helper, all that it says; of an endpoint in the contract, its call. */
function wordsOfImport(root: string, path: string, name: string): string[] {
  const node = readFile(root, path)
    .body.flatMap(declared)
    .find(([own]) => own === name)?.[1];
  if (!node) return [];
  const said = words(node);
  return path.includes('src/contract/') ? said.filter((word) => word.includes(' /api/')) : said;
}

function words(node: Node): string[] {
  const found: string[] = [];
  walk(node, (one) => {
    if (one.type === 'Identifier') found.push(String(one.name));
    if (one.type === 'TemplateLiteral') found.push(titleOf(one) ?? '');
    if (one.type === 'JSXText') found.push(String(one.value).trim());
    if (one.type !== 'Literal') return;
    const { regex, raw, value } = one as {
      regex?: { pattern: string };
      raw?: string;
      value?: unknown;
    };
    if (regex) found.push(regex.pattern.replaceAll('\\', ''));
    else found.push(typeof value === 'number' ? String(raw).replaceAll('_', '') : String(value));
  });
  return found;
}

function walk(node: Node, meet: (node: Node) => void): void {
  if (node.type) meet(node);
  for (const child of Object.values(node)) {
    for (const one of Array.isArray(child) ? child : [child]) {
      if (typeof one === 'object' && one !== null) walk(one as Node, meet);
    }
  }
}
