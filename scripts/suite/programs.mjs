import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian packages that the tests talk to, by the program that shows they are there. */
const programs = {
  '/usr/bin/chromium-headless-shell': ['chromium-headless-shell', 'fonts-noto-cjk'],
  '/usr/bin/redis-server': ['redis-server'],
  '/usr/sbin/slapd': ['slapd'],
  '/usr/sbin/rsyslogd': ['rsyslog'],
  '/usr/lib/x86_64-linux-gnu/rsyslog/lmnsd_gtls.so': ['rsyslog-gnutls'],
  '/usr/bin/openssl': ['openssl'],
  '/usr/bin/pdftoppm': ['poppler-utils'],
  '/usr/bin/qpdf': ['qpdf'],
  '/usr/sbin/dovecot': ['dovecot-imapd'],
};

/** What serves as well where nothing can be installed. */
const instead = { '/usr/bin/chromium-headless-shell': '/usr/bin/chromium' };

/** Installs through apt what the tests talk to, or says what is missing and ends. */
export function installPrograms() {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const missing = Object.entries(programs).filter(
    ([program]) => !existsSync(program) && (mayInstall || !existsSync(instead[program] ?? program)),
  );
  if (missing.length === 0) return;
  const packages = missing.flatMap(([, names]) => names);
  if (!mayInstall) {
    console.error(
      `These tests need ${packages.join(', ')}. Install them (on Debian: sudo apt-get install ${packages.join(' ')}) and run npm test again.`,
    );
    process.exit(1);
  }
  console.log(`Installing ${packages.join(', ')} …`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env: environment });
  const done = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment,
  });
  if (done.status !== 0) process.exit(1);
}
