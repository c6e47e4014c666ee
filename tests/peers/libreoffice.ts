import { existsSync } from 'node:fs';

/** LibreOffice where its spreadsheet is installed too (Debian puts it into a package of its own); undefined elsewhere. */
export const spreadsheetOffice: string | undefined = existsSync('/usr/lib/libreoffice/program/libsclo.so')
  ? ['/usr/bin/soffice', '/usr/bin/libreoffice'].find((one) => existsSync(one))
  : undefined;
