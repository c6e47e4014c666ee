import { kitModuleOf } from '#kit/server/kit-module.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { clientOpenApiOf } from '#kit/server/openapi/client-openapi.ts';
import { openApiOf } from '#kit/server/openapi/openapi.ts';
import { accessModule } from '#modules/access/server/module.ts';
import { gatewayModule } from '#modules/gateway/server/module.ts';
import { appsModule } from '#modules/apps/server/module.ts';
import { addressGroupsModule } from '#modules/address-groups/server/module.ts';
import { devicesModule } from '#modules/devices/server/module.ts';
import { approvalsModule } from '#modules/approvals/server/module.ts';
import { callLogsModule } from '#modules/call-logs/server/module.ts';
import { configAsCodeModule } from '#modules/config-as-code/server/module.ts';
import { conversionModule } from '#modules/conversion/server/module.ts';
import { connectModule } from '#modules/connect/server/module.ts';
import { openApiModule } from '#modules/open-api/server/module.ts';
import { contactsModule } from '#modules/contacts/server/module.ts';
import { fileSecurityModule } from '#modules/file-security/server/module.ts';
import { enterpriseModule } from '#modules/enterprise/server/module.ts';
import { logsModule } from '#modules/logs/server/module.ts';
import { recycleBinModule } from '#modules/recycle-bin/server/module.ts';
import { propertyModule } from '#modules/property/server/module.ts';
import { serversModule } from '#modules/servers/server/module.ts';
import { homeModule } from '#modules/home/server/module.ts';
import { licenceModule } from '#modules/licence/server/module.ts';
import { radarModule } from '#modules/radar/server/module.ts';
import { mailModule } from '#modules/mail/server/module.ts';
import { groupsModule } from '#modules/groups/server/module.ts';
import { messageFilesModule } from '#modules/message-files/server/module.ts';
import { messageAddressesModule } from '#modules/message-addresses/server/module.ts';
import { messageCardsModule } from '#modules/message-cards/server/module.ts';
import { messagingModule } from '#modules/messaging/server/module.ts';
import { publicAccountsModule } from '#modules/public-accounts/server/module.ts';
import { publicContentModule } from '#modules/public-content/server/module.ts';
import { publicRepliesModule } from '#modules/public-replies/server/module.ts';
import { publicPushesModule } from '#modules/public-pushes/server/module.ts';
import { publicFansModule } from '#modules/public-fans/server/module.ts';
import { mailboxesModule } from '#modules/mailboxes/server/module.ts';
import { mikaModule } from '#modules/mika/server/module.ts';
import { robotsModule } from '#modules/robots/server/module.ts';
import { todoFormsModule } from '#modules/todo-forms/server/module.ts';
import { signInModule } from '#modules/sign-in/server/module.ts';
import { widgetsModule } from '#modules/widgets/server/module.ts';
import { appCertificatesModule } from '#modules/app-certificates/server/module.ts';
import { appFeedbackModule } from '#modules/app-feedback/server/module.ts';
import { appSettingsModule } from '#modules/app-settings/server/module.ts';
import { appTestsModule } from '#modules/app-tests/server/module.ts';
import { appPagesModule } from '#modules/app-pages/server/module.ts';
import { systemModule } from '#modules/system/server/module.ts';
import { terminalSettingsModule } from '#modules/terminal-settings/server/module.ts';
import { terminalModule } from '#modules/terminal/server/module.ts';
import { crowdsModule } from '#modules/crowds/server/module.ts';
import { peopleModule } from '#modules/people/server/module.ts';
import { peopleSourcesModule } from '#modules/people-sources/server/module.ts';
import { emoticonsModule } from '#modules/emoticons/server/module.ts';
import { sensitiveWordsModule } from '#modules/sensitive-words/server/module.ts';
import { warningsModule } from '#modules/warnings/server/module.ts';
import { productBuild, productVersion } from './version.ts';

const kitModule = kitModuleOf({
  version: productVersion,
  build: productBuild,
  document: () => documentOfAll(),
  clientDocument: () => clientDocumentOfAll(),
});

/** Every module of the server, the kit first. */
export const modules: readonly ServerModule[] = [
  kitModule,
  systemModule,
  peopleModule,
  peopleSourcesModule,
  crowdsModule,
  signInModule,
  propertyModule,
  serversModule,
  mailModule,
  licenceModule,
  logsModule,
  warningsModule,
  approvalsModule,
  recycleBinModule,
  configAsCodeModule,
  enterpriseModule,
  terminalSettingsModule,
  contactsModule,
  radarModule,
  terminalModule,
  fileSecurityModule,
  accessModule,
  gatewayModule,
  sensitiveWordsModule,
  emoticonsModule,
  messagingModule,
  groupsModule,
  messageFilesModule,
  messageAddressesModule,
  messageCardsModule,
  publicAccountsModule,
  publicContentModule,
  publicRepliesModule,
  publicPushesModule,
  publicFansModule,
  mailboxesModule,
  mikaModule,
  robotsModule,
  todoFormsModule,
  callLogsModule,
  conversionModule,
  appsModule,
  addressGroupsModule,
  devicesModule,
  widgetsModule,
  appPagesModule,
  appCertificatesModule,
  appFeedbackModule,
  appSettingsModule,
  appTestsModule,
  openApiModule,
  connectModule,
  homeModule,
];

/** OpenAPI of the whole product; made when it is first asked for. */
export const documentOfAll = once(() =>
  openApiOf(
    modules.map((module) => ({ name: module.name, operations: module.routes.map((route) => route.operation) })),
    productVersion,
  ),
);

/** OpenAPI of what terminals call; made when it is first asked for. */
export const clientDocumentOfAll = once(() =>
  clientOpenApiOf(
    modules.map(({ name, routes, clientRoutes = [] }) => ({
      name,
      operations: clientRoutes.map(({ operation }) => operation),
      bare: routes.map(({ operation }) => operation).filter(({ face }) => face === 'client'),
    })),
    productVersion,
  ),
);

/** The contracts never change while a process lives: what follows from them is made once. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
