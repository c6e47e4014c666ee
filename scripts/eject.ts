import path from 'node:path';
import { readFileSync } from 'node:fs';
import { nameOf, pluralOf, Unfit } from './generate/names.ts';

// npm run eject -- MODULE ENTITY: the server's half of a declared entity, written out.
const usage = `npm run eject -- meeting-room room

  meeting-room   the module, one of the folders below src/modules
  room           a declared entity of it: server/room.ts calls crudServer

  Writes kind, list, service and handlers as files of the module, which do what crudServer does. The contract stays as it is: its operations
  are ordinary endpoints. To replace one piece only, eject nothing: { ...rooms.routes, update: handle(room.update, …) }.`;

const root = path.resolve(import.meta.dirname, '..');

async function eject(args: readonly string[]): Promise<void> {
  const [first, second, ...rest] = args;
  if (first === undefined || second === undefined || rest.length > 0)
    throw new Unfit(`Say the module and the entity, and nothing else.\n\n${usage}`);
  const [module, name] = [nameOf(first, 'a module'), nameOf(second, 'an entity')];
  // Only now, so that a slip in the names is answered at once: this loads the whole house.
  const [{ moduleOf }, { longForm }, { writeFiles }] = await Promise.all([
    import('./generate/house.ts'),
    import('./generate/long-form.ts'),
    import('./generate/write-files.ts'),
  ]);
  const present = moduleOf(module);
  const entity = present.entities?.find(({ kind }) => kind === name.camel);
  const known = present.entities?.map(({ kind }) => kind).join(', ') || 'none';
  if (!entity) throw new Unfit(`${module.kebab} has no declared entity ${name.camel}; it has ${known}.`);
  const table = present.kinds?.find(({ kind }) => kind === entity.kind)?.kept?.[0]?.table ?? name.snake;
  const file = `src/modules/${module.kebab}/server/${name.kebab}.ts`;
  assertBare(file);
  const made = [...longForm({ entity, name, many: pluralOf(name), table })].map(([one, text]): [string, string] => [
    `src/modules/${module.kebab}/server/${one}`,
    text,
  ]);
  const files = await writeFiles(root, {
    made: new Map(made.filter(([one]) => one !== file)),
    changed: new Map(made.filter(([one]) => one === file)),
  });
  console.log(`${files.map((one) => `  ${one}`).join('\n')}\n\nWritten. Now: npm test -- src/modules/${module.kebab}`);
}

/** Refuses an entity whose own functions would be lost. */
function assertBare(file: string): void {
  const text = readFileSync(path.join(root, file), 'utf8');
  const own = [...text.matchAll(/^ {2}(\w+)(?=[:(,])/gm)]
    .map(([, name]) => name)
    .filter((name) => name !== 'table' && name !== 'directory');
  if (!text.includes('crudServer(')) throw new Unfit(`${file} does not call crudServer: there is nothing to write out.`);
  if (own.length > 0)
    throw new Unfit(
      `${file} has functions of its own (${own.join(', ')}), which the long form has no place for yet: take them out, eject, and put them where they belong. Nothing was written.`,
    );
}

try {
  await eject(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Unfit)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
