import type { MenuResource } from '#kit/common/permission.ts';
import type { Catalog } from '#kit/common/catalogs.ts';
import type { Enumeration } from '#kit/common/enumeration.ts';
import type { CrudFacts } from '#kit/common/crud/crud-types.ts';
import type { PropertyDefinition } from '#kit/common/property.ts';
import type { Language } from '#kit/common/language.ts';
import type { AppSignIns } from '#kit/server/client/app-sign-in.ts';
import type { ClientPart } from '#kit/server/client/client-part.ts';
import type { ClientSocket } from '#kit/server/client/client-socket.ts';
import type { BoundClientRoute } from '#kit/server/client/handle-client.ts';
import type { DeviceGate } from '#kit/server/client/device-gate.ts';
import type { BuildRule, ClientEpoch, GateParts, TerminalGate } from '#kit/server/client/terminal-gate.ts';
import type { ConfigArea } from '#kit/server/config/config-area.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import type { AuditWords } from '#kit/server/audit/words.ts';
import type { CrowdUse } from '#kit/server/crowd-use.ts';
import type { Db } from '#kit/server/directory.ts';
import type { ExtraUse } from '#kit/server/extra-use.ts';
import type { HoldingKind } from '#kit/server/holdings.ts';
import type { DepartmentUse } from '#kit/server/department-use.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import type { BoundRoute } from '#kit/server/handle.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { KeyedColumn, Keyring } from '#kit/server/keyed-column.ts';
import type { LicenceCounts, LicenceParts, Licences } from '#kit/server/licence.ts';
import type { LogKind } from '#kit/server/log-kind.ts';
import type { NetworkNames } from '#kit/server/network-names.ts';
import type { MailTemplate } from '#kit/server/mail/mail-template.ts';
import type { Protocol } from '#kit/server/protocol.ts';
import type { RadarKind } from '#kit/server/radar-kind.ts';
import type { Approvals, JobKind, Services, SignInWays } from '#kit/server/services.ts';
import type { WarningKind } from '#kit/server/warning/warning-kind.ts';
import type { ReviewedArea } from '#kit/server/access/reviewed-area.ts';

/** Server half of a module. `src/app` holds the only list of modules. */
export interface ServerModule {
  /** The name by which calls, texts and records know it. Modules that once were one keep the name that data folders know. */
  readonly name: string;
  /** Folder of its SQL migrations. */
  readonly migrations: string;
  readonly resources: readonly MenuResource[];
  readonly routes: readonly BoundRoute[];
  /** Operations that terminals call, below /client. */
  readonly clientRoutes?: readonly BoundClientRoute[];
  /** Keys of the applications whose terminals may call; at most one module keeps applications. */
  clientApps?(db: Db): Promise<readonly string[]>;
  /** The settings by which people sign in to the application of a key on a platform, in their order; undefined where nothing was said. */
  clientWays?(db: Db, appKey: string, platform: number): Promise<readonly string[] | undefined>;
  /** Sign-in requirements of applications by their keys in lower case; provided by at most one module. */
  clientSignIn?(db: Db): Promise<AppSignIns>;
  /** Lowest builds of applications that are still served; provided by the same module. */
  clientBuilds?(db: Db): Promise<BuildRule>;
  /** Connections of terminals that stay open, below /client. */
  readonly clientSockets?: readonly ClientSocket[];
  /** Opens what stands before the calls of terminals; at most one module has it. */
  terminals?(parts: GateParts): TerminalGate;
  /** Opens what decides which devices are let in; at most one module has it. */
  devices?(parts: GateParts): DeviceGate;
  /** Counts decisions of it that terminals go by: those for all, and those for this person. */
  readonly clientEpoch?: ClientEpoch;
  /** Data of the module that terminals hold; waiting terminals are notified of its changes. */
  readonly clientPart?: ClientPart | readonly ClientPart[];
  /** Addresses whose paths and answers a standard fixes. */
  readonly protocols?: readonly Protocol[];
  /** Entities of which the kit knows everything by their declaration: samples of the conformance tests are made of it. */
  readonly entities?: readonly CrudFacts[];
  /** Kinds of objects that it changes through the change engine. */
  readonly kinds?: readonly Kind[];
  readonly jobs?: readonly JobKind<never, unknown>[];
  /** Ways to sign in beside the password of this product; at most one module has them. */
  readonly signIn?: SignInWays;
  /** Approval of writes; provided by at most one module. */
  readonly approvals?: Approvals;
  /** The name under which licences list it; without one it belongs to what every licence holds. */
  readonly licensedAs?: string;
  /** Counts what it keeps and a licence may limit. */
  readonly licenceCounts?: LicenceCounts;
  /** Opens what decides on licences; at most one module does. */
  licence?(parts: LicenceParts): Licences;
  /** Alert kinds of its area, for `services.warnings`. */
  readonly warningKinds?: readonly WarningKind[];
  /** Radar kinds: its objects that expire or age. */
  readonly radarKinds?: readonly RadarKind[];
  /** Mails that it sends. */
  readonly mailTemplates?: readonly MailTemplate[];
  /** Upkeep in small steps: what became due since the last call, every few seconds on each node. */
  tick?(services: Services): Promise<void>;
  /** Names of networks; provided by at most one module. */
  readonly networkNames?: NetworkNames;
  /** Logs that it keeps: their retention, holds and archives are governed in one place. */
  readonly logKinds?: readonly LogKind[];
  /** Configuration areas: how its objects are written as text and read back. */
  readonly configAreas?: readonly ConfigArea[];
  /** A sentence for every audit word of its calls. */
  readonly words?: readonly AuditWords[];
  /** Enumerations of its wire, for `GET enums`. */
  readonly enumerations?: readonly Enumeration[];
  /** Properties that it reads; administrators set their values. */
  readonly properties?: readonly PropertyDefinition[];
  /** Settings of the product that the console shows; provided by at most one module. */
  productConfig?(services: Services): Promise<Record<string, unknown>>;
  /** Columns in which it keeps what is sealed under a key of the enterprise: a rotation moves them. */
  readonly keyedColumns?: readonly KeyedColumn[];
  /** Uses of dynamic groups by its objects. */
  readonly crowdUses?: readonly CrowdUse[];
  /** Uses of extra fields of people or departments by its objects. */
  readonly extraUses?: readonly ExtraUse[];
  /** Roles of its own that the review of rights lists. */
  readonly reviewedAreas?: readonly ReviewedArea[];
  /** Holdings of its objects that people must not keep when they leave. */
  readonly holdings?: readonly HoldingKind[];
  /** Uses of departments by its objects; updated when departments are merged. */
  readonly departmentUses?: readonly DepartmentUse[];
  /** Opens the enterprise's keys; at most one module has them. */
  keyring?(secrets: Secrets): Keyring;
  readonly catalogs: Readonly<Record<Language, Catalog>>;
  /** Its share of the sample company's history; loaded only by `npm run demo`. */
  demo?(): Promise<DemoPart>;
  /** Runs once after the migrations, before the first request. */
  start?(services: Services): Promise<void>;
  /** Begins work of its own beside the requests, once the first can be served; it is ended before the stores close. */
  work?(services: Services): { stop(): Promise<void> };
}
