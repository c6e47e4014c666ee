import { run } from './generate/command.ts';

// npm run new:module -- NAME …: a module with one page, tested.
const usage = `npm run new:module -- meeting-room --entity room --title "会议室|Meeting rooms|会議室"

  meeting-room   the module: its folder below src/modules
  --entity       what its first page is a list of, one of them in English
  --title        name of the page: Chinese|English|Japanese
  --one          name of one of them; the title with the English entity unless said
  --group        name of the module in the menu; the title unless said
  --scope        none (default), or department: each belongs to a department, and administrators see those of their range`;

await run({ usage, names: ['the name of the module'] }, 'draftModule');
