import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

// npm hands SIGTERM on to its shell alone, which then ends without a word to what it runs. So a launcher that npm started looks, every
// half second, whether npm is still there.
const interval = 500;
const parent = process.ppid;

/** Calls back once when the npm that runs this launcher, or the shell between them, has ended. Does nothing where npm did not start it. */
export function onStarterEnd(listener) {
  if (!startedByNpm()) return;
  const npm = npmBehind(parent);
  const timer = setInterval(() => {
    // Whose parent has ended gets another one; Windows leaves the number as it was.
    if (process.ppid === parent && isAlive(parent) && (npm === undefined || isAlive(npm))) return;
    clearInterval(timer);
    listener();
  }, interval);
  timer.unref();
}

/** Whether the script that npm runs is this launcher: below `npm test` a launcher belongs to the test that started it. */
function startedByNpm() {
  const file = path.basename(process.argv[1] ?? '');
  return file !== '' && (process.env.npm_lifecycle_script ?? '').includes(file);
}

/** The process id of npm where a shell stands between, which a kill -9 of npm leaves behind; undefined where there is none or it can't be told. */
function npmBehind(shell) {
  if (process.platform === 'win32') return undefined;
  const facts = process.platform === 'linux' ? ofLinux(shell) : ofPs(shell);
  // The parent of npm itself is the terminal or what else started it: that one may end, and npm stays.
  return facts?.args.includes(process.env.npm_lifecycle_script) && facts.parent > 1 ? facts.parent : undefined;
}

function ofLinux(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name in brackets, which may hold anything: state, parent.
    const above = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return { parent: above, args: readFileSync(`/proc/${pid}/cmdline`, 'utf8') };
  } catch {
    return undefined;
  }
}

function ofPs(pid) {
  const found = /^\s*(\d+)\s+(.*)$/m.exec(spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '');
  return found ? { parent: Number(found[1]), args: found[2] } : undefined;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there and of another user.
    return error.code === 'EPERM';
  }
}
