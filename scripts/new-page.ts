import { run } from './generate/command.ts';

// npm run new:page -- MODULE PAGE …: a page with its entity in a module that is there, tested.
const usage = `npm run new:page -- meeting-room equipment --title "设备|Equipment|設備"

  meeting-room   the module, one of the folders below src/modules
  equipment      what the page is a list of, one of them in English
  --title        name of the page: Chinese|English|Japanese
  --one          name of one of them; the title with the English entity unless said
  --scope        none (default), or department: each belongs to a department, and administrators see those of their range`;

await run({ usage, names: ['the name of the module', 'the name of the page'] }, 'draftPage');
