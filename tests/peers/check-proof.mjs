// Checks a proof file of a log row, or of a whole export. Uses nothing of the product: SHA-256 and Ed25519 alone.
// node check-proof.mjs PROOF.json [PUBLIC-KEY.pem] [EXPORTED-FILE]
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

function check(proof, trusted) {
  // 1. The row is the text whose digest the proof is about.
  const digest = sha256(Buffer.from(proof.text, 'utf8'));
  if (digest.toString('hex') !== proof.digest) return 'the text does not have this digest';

  // 2. From the row's leaf up to the root of its day.
  let hash = sha256(Buffer.of(0), digest);
  for (const { side, hash: neighbour } of proof.path) {
    const other = Buffer.from(neighbour, 'hex');
    if (other.length !== 32) return 'a neighbour is no hash';
    hash = side === 'left' ? sha256(Buffer.of(1), other, hash) : sha256(Buffer.of(1), hash, other);
  }
  if (hash.toString('hex') !== proof.day.root) return 'the row does not lead to the root of the day';

  // 3. What was signed says this root and this day.
  const lines = [
    'wheelhouse day root 1',
    `log ${proof.day.log}`,
    `day ${proof.day.day}`,
    `rows ${proof.day.rows}`,
    `root ${proof.day.root}`,
    `previous ${proof.day.previousRoot}`,
    `key ${proof.day.keyId}`,
    '',
  ];
  if (proof.day.signed !== lines.join('\n')) return 'something else was signed';

  // 4. The row stands where the proof says.
  const [first, last] = proof.day.rows.split('-').map(Number);
  if (!(first <= proof.block.first && proof.block.first <= proof.seq && proof.seq <= proof.block.last && proof.block.last <= last))
    return 'the row does not belong to the day';

  // 5. The key is the one that was trusted, and signed this.
  const key = createPublicKey(trusted ?? proof.publicKey);
  const id = sha256(key.export({ type: 'spki', format: 'der' }))
    .toString('hex')
    .slice(0, 16);
  if (id !== proof.day.keyId) return 'another key signed';
  const signature = Buffer.from(proof.day.signature, 'base64');
  if (!verify(null, Buffer.from(proof.day.signed, 'utf8'), key, signature)) return 'the signature does not fit';
  return undefined;
}

// An export: the file itself, then each of its rows with the day that it names.
function checkSet(set, trusted, exported) {
  if (exported && sha256(exported).toString('hex') !== set.export.sha256) return 'the exported file is another one';
  if (set.rows.length + set.unproved.length !== set.export.rows) return 'there are other rows than were exported';
  if (new Set(set.rows.map(({ id }) => id)).size < set.rows.length) return 'a row stands there twice';
  for (const row of set.rows) {
    const day = set.days[row.day];
    if (!day) return `row ${row.id}: its day is missing`;
    if (!JSON.parse(row.text).includes(row.id)) return `row ${row.id}: the text is that of another row`;
    const wrong = check({ ...row, day, publicKey: set.publicKeys[day.keyId] }, trusted);
    if (wrong) return `row ${row.id}: ${wrong}`;
  }
  return undefined;
}

const [file, keyFile, exportFile] = process.argv.slice(2);
let wrong;
let what = 'the row is';
try {
  const [proof, trusted] = [JSON.parse(readFileSync(file, 'utf8')), keyFile && readFileSync(keyFile, 'utf8')];
  if (proof.format === 'wheelhouse-proof-set-1') {
    wrong = checkSet(proof, trusted, exportFile && readFileSync(exportFile));
    what = `${proof.rows.length} of ${proof.export.rows} rows are`;
  } else wrong = check(proof, trusted);
} catch (error) {
  wrong = `the file can't be read: ${error.message}`;
}
console.log(wrong ? `NOT PROVED: ${wrong}` : `PROVED: ${what} as ${what === 'the row is' ? 'it was' : 'they were'} sealed and signed`);
process.exit(wrong ? 1 : 0);
