import { existsSync } from 'node:fs';
import path from 'node:path';

const src = path.resolve(import.meta.dirname, '..');
const folders = {
  platform: 'platform/migrations',
  kit: 'kit/server/migrations',
  system: 'modules/system/server/migrations',
  // Of people, people-sources and crowds, by the name that data folders know.
  'user-centre': 'modules/people/server/migrations',
  'sign-in': 'modules/sign-in/server/migrations',
  property: 'modules/property/server/migrations',
  servers: 'modules/servers/server/migrations',
  mail: 'modules/mail/server/migrations',
  licence: 'modules/licence/server/migrations',
  logs: 'modules/logs/server/migrations',
  approvals: 'modules/approvals/server/migrations',
  'config-as-code': 'modules/config-as-code/server/migrations',
  'recycle-bin': 'modules/recycle-bin/server/migrations',
  home: 'modules/home/server/migrations',
  warnings: 'modules/warnings/server/migrations',
  enterprise: 'modules/enterprise/server/migrations',
  'terminal-settings': 'modules/terminal-settings/server/migrations',
  contacts: 'modules/contacts/server/migrations',
  terminal: 'modules/terminal/server/migrations',
  'address-groups': 'modules/address-groups/server/migrations',
  devices: 'modules/devices/server/migrations',
  radar: 'modules/radar/server/migrations',
  'sensitive-words': 'modules/sensitive-words/server/migrations',
  emoticons: 'modules/emoticons/server/migrations',
  access: 'modules/access/server/migrations',
  gateway: 'modules/gateway/server/migrations',
  messaging: 'modules/messaging/server/migrations',
  groups: 'modules/groups/server/migrations',
  'message-addresses': 'modules/message-addresses/server/migrations',
  'message-files': 'modules/message-files/server/migrations',
  'message-cards': 'modules/message-cards/server/migrations',
  'public-accounts': 'modules/public-accounts/server/migrations',
  'public-content': 'modules/public-content/server/migrations',
  'public-replies': 'modules/public-replies/server/migrations',
  'public-pushes': 'modules/public-pushes/server/migrations',
  'public-fans': 'modules/public-fans/server/migrations',
  mailboxes: 'modules/mailboxes/server/migrations',
  mika: 'modules/mika/server/migrations',
  robots: 'modules/robots/server/migrations',
  'todo-forms': 'modules/todo-forms/server/migrations',
  'call-logs': 'modules/call-logs/server/migrations',
  conversion: 'modules/conversion/server/migrations',
  apps: 'modules/apps/server/migrations',
  'file-security': 'modules/file-security/server/migrations',
  widgets: 'modules/widgets/server/migrations',
  'app-pages': 'modules/app-pages/server/migrations',
  'app-certificates': 'modules/app-certificates/server/migrations',
  'app-feedback': 'modules/app-feedback/server/migrations',
  'app-settings': 'modules/app-settings/server/migrations',
  'app-tests': 'modules/app-tests/server/migrations',
  'open-api': 'modules/open-api/server/migrations',
  connect: 'modules/connect/server/migrations',
};

/** Folders of SQL files in the order in which they are applied: platform and kit first, then the modules in their order. */
export const migrationSources: { module: string; folder: string }[] = Object.entries(folders)
  .map(([module, folder]) => ({ module, folder: path.join(src, folder) }))
  .filter(({ folder }) => existsSync(folder));
