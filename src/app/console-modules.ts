import type { ConsoleModule } from '#kit/console/routes/page-route.ts';
import { addressGroupsConsole } from '#modules/address-groups/console/routes.ts';
import { devicesConsole } from '#modules/devices/console/routes.ts';
import { accessConsole } from '#modules/access/console/routes.ts';
import { approvalsConsole } from '#modules/approvals/console/routes.ts';
import { callLogsConsole } from '#modules/call-logs/console/routes.ts';
import { configAsCodeConsole } from '#modules/config-as-code/console/routes.ts';
import { conversionConsole } from '#modules/conversion/console/routes.ts';
import { connectConsole } from '#modules/connect/console/routes.ts';
import { openApiConsole } from '#modules/open-api/console/routes.ts';
import { contactsConsole } from '#modules/contacts/console/routes.ts';
import { fileSecurityConsole } from '#modules/file-security/console/routes.ts';
import { enterpriseConsole } from '#modules/enterprise/console/routes.ts';
import { logsConsole } from '#modules/logs/console/routes.ts';
import { recycleBinConsole } from '#modules/recycle-bin/console/routes.ts';
import { appsConsole } from '#modules/apps/console/routes.ts';
import { propertyConsole } from '#modules/property/console/routes.ts';
import { serversConsole } from '#modules/servers/console/routes.ts';
import { licenceConsole } from '#modules/licence/console/routes.ts';
import { radarConsole } from '#modules/radar/console/routes.ts';
import { mailConsole } from '#modules/mail/console/routes.ts';
import { groupsConsole } from '#modules/groups/console/routes.ts';
import { messageAddressesConsole } from '#modules/message-addresses/console/routes.ts';
import { messageFilesConsole } from '#modules/message-files/console/routes.ts';
import { messageCardsConsole } from '#modules/message-cards/console/routes.ts';
import { messagingConsole } from '#modules/messaging/console/routes.ts';
import { publicAccountsConsole } from '#modules/public-accounts/console/routes.ts';
import { publicContentConsole } from '#modules/public-content/console/routes.ts';
import { publicRepliesConsole } from '#modules/public-replies/console/routes.ts';
import { publicPushesConsole } from '#modules/public-pushes/console/routes.ts';
import { publicFansConsole } from '#modules/public-fans/console/routes.ts';
import { mailboxesConsole } from '#modules/mailboxes/console/routes.ts';
import { mikaConsole } from '#modules/mika/console/routes.ts';
import { robotsConsole } from '#modules/robots/console/routes.ts';
import { todoFormsConsole } from '#modules/todo-forms/console/routes.ts';
import { signInConsole } from '#modules/sign-in/console/routes.ts';
import { widgetsConsole } from '#modules/widgets/console/routes.ts';
import { appCertificatesConsole } from '#modules/app-certificates/console/routes.ts';
import { appFeedbackConsole } from '#modules/app-feedback/console/routes.ts';
import { appSettingsConsole } from '#modules/app-settings/console/routes.ts';
import { appTestsConsole } from '#modules/app-tests/console/routes.ts';
import { appPagesConsole } from '#modules/app-pages/console/routes.ts';
import { systemConsole } from '#modules/system/console/routes.ts';
import { terminalSettingsConsole } from '#modules/terminal-settings/console/routes.ts';
import { crowdsConsole } from '#modules/crowds/console/routes.ts';
import { peopleConsole } from '#modules/people/console/routes.ts';
import { peopleSourcesConsole } from '#modules/people-sources/console/routes.ts';
import { emoticonsConsole } from '#modules/emoticons/console/routes.ts';
import { sensitiveWordsConsole } from '#modules/sensitive-words/console/routes.ts';
import { warningsConsole } from '#modules/warnings/console/routes.ts';

/** Every module of the console. */
export const consoleModules: readonly ConsoleModule[] = [
  systemConsole,
  peopleConsole,
  peopleSourcesConsole,
  crowdsConsole,
  signInConsole,
  propertyConsole,
  serversConsole,
  mailConsole,
  licenceConsole,
  logsConsole,
  warningsConsole,
  approvalsConsole,
  recycleBinConsole,
  configAsCodeConsole,
  enterpriseConsole,
  terminalSettingsConsole,
  contactsConsole,
  radarConsole,
  fileSecurityConsole,
  accessConsole,
  sensitiveWordsConsole,
  emoticonsConsole,
  messagingConsole,
  groupsConsole,
  messageFilesConsole,
  messageAddressesConsole,
  messageCardsConsole,
  publicAccountsConsole,
  publicContentConsole,
  publicRepliesConsole,
  publicPushesConsole,
  publicFansConsole,
  mailboxesConsole,
  mikaConsole,
  robotsConsole,
  todoFormsConsole,
  callLogsConsole,
  conversionConsole,
  appsConsole,
  devicesConsole,
  addressGroupsConsole,
  widgetsConsole,
  appPagesConsole,
  appFeedbackConsole,
  appSettingsConsole,
  appTestsConsole,
  appCertificatesConsole,
  openApiConsole,
  connectConsole,
];
