import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { languageOf } from '#kit/common/language.ts';
import { sampleHeader, sampleRows } from '../src/modules/people/server/import/sample-sheet.ts';
import { writeCsv } from '#platform/sheets/write-csv.ts';
import { writeXlsx } from '#platform/sheets/write-xlsx.ts';

/** Writes the people of a made-up company to an import file. Usage: --people 10000 --departments 400 --bad 30 --language zh_CN --seed 1 --out people.xlsx */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '10000' },
    departments: { type: 'string', default: '400' },
    bad: { type: 'string', default: '30' },
    language: { type: 'string', default: 'zh_CN' },
    seed: { type: 'string', default: '20261120' },
    out: { type: 'string', default: 'people.xlsx' },
  },
});
const language = languageOf(values.language);
const rows = sampleRows({
  people: Number(values.people),
  departments: Number(values.departments),
  bad: Number(values.bad),
  seed: Number(values.seed),
  language,
});
const header = sampleHeader(language);
await pipeline(
  values.out.endsWith('.csv') ? writeCsv(rows, { header }) : writeXlsx(rows, { sheet: 'People', header }),
  createWriteStream(values.out),
);
console.log(`${values.out}: ${values.people} people in ${values.departments} departments, and ${values.bad} rows that can't be taken`);
