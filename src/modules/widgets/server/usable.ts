import { sql } from 'kysely';
import { pick, type Language, type LocalDraft } from '#kit/common/language.ts';
import { sessionOf, type ClientCall } from '#kit/server/client/handle-client.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { ClientWidget } from '../common/client.contract.ts';
import { signPackage } from './package-signature.ts';
import { chosenOf, type Rolled } from './rollout/widget-offers.ts';
import { giftsTo } from './use-rule.ts';
import './widgets.table.ts';

/** Viewer at a terminal. */
export interface WidgetViewer {
  readonly uid: string;
  readonly appKey: string;
  readonly platform: number;
  readonly buildNo: number;
  readonly language: Language;
  readonly now: number;
  /** By what the terminal is known: its proven key, else its installation; of who looks through somebody's eyes, that somebody. */
  readonly deviceId: string;
  readonly proven: boolean;
}

/** Who calls, at which build of which app. */
export async function viewerOf(call: ClientCall): Promise<WidgetViewer> {
  const { terminal, caller, services } = call;
  return {
    uid: sessionOf(call).uid,
    appKey: terminal.appKey,
    platform: terminal.platform,
    buildNo: terminal.buildNo,
    language: caller.language,
    now: services.now(),
    deviceId: terminal.thumbprint ?? terminal.installId,
    proven: terminal.thumbprint !== null,
  };
}

/** A widget that somebody may use, with the package that their terminal gets. */
export interface UsableWidget {
  readonly id: string;
  readonly identifier: string;
  readonly categoryId: string | null;
  readonly name: LocalDraft;
  readonly description: LocalDraft | null;
  readonly icon: string | null;
  readonly kind: ClientWidget['kind'];
  readonly mobileLink: string | null;
  readonly pcLink: string | null;
  readonly open: ClientWidget['open'];
  readonly orientation: ClientWidget['orientation'];
  readonly signIn: ClientWidget['signIn'];
  readonly hosts: string[];
  readonly bridge: string[];
  readonly badgeLink: string | null;
  readonly card: ClientWidget['card'];
  readonly secret: string | null;
  readonly pack: Pack | null;
}

interface Pack extends Rolled {
  readonly versionName: string;
  readonly buildNo: number;
  readonly size: number;
  readonly sha256: string;
  readonly hash: string;
  readonly entry: string;
  readonly mode: 'onOpen' | 'ahead' | 'forced';
  readonly notes: LocalDraft | null;
}

/** Versions that are looked at of a widget: one goes out in stages at a time, and of the others the newest counts. */
const mostPacks = 5;

/** Widgets that are online, made for the platform and given to the person; of packages the newest build that serves the build of the app and that its rollout gives to the terminal. */
export async function usableWidgets(db: Db, viewer: WidgetViewer): Promise<UsableWidget[]> {
  const { uid, appKey, platform, buildNo, now } = viewer;
  const { widgets } = await giftsTo(db, uid, appKey, now);
  const { rows } = await sql<
    Omit<UsableWidget, 'pack'> & { packs: Pack[] }
  >`select w.id, w.widget_identifier as identifier, w.category_id as "categoryId", w.name, w.description, w.icon,
      w.kind, w.mobile_link as "mobileLink", w.pc_link as "pcLink", w.open, w.orientation, w.sign_in as "signIn", w.hosts, w.bridge,
      w.badge_link as "badgeLink", w.card, w.secret,
      coalesce((select jsonb_agg(one.pack order by one.build_no desc) from (select v.build_no, jsonb_build_object('id', v.id, 'versionName', v.version_name, 'buildNo', v.build_no, 'size', v.size, 'sha256', v.sha256,
          'hash', v.hash, 'entry', v.entry, 'mode', v.mode, 'notes', v.notes, 'offered', o.state,
          'rollout', case when x.id is not null then jsonb_build_object('state', x.state, 'stages', x.stages, 'stageNo', x.stage_no, 'salt', x.salt, 'window', x.time_window) end) as pack
        from widget_version v left join widget_rollout x on x.version_id = v.id
          left join widget_offer o on o.version_id = v.id and o.device_id = ${viewer.deviceId}
          join widget_relation r on r.widget_version_id = v.id join app on app.id = r.app_id
        where v.widget_id = w.id and v.status = 2 and lower(app.app_key) = lower(${appKey}) and r.platform = ${platform}
          and r.from_build <= ${buildNo} and (r.to_build is null or r.to_build >= ${buildNo})
        order by v.build_no desc limit ${mostPacks}) as one), '[]') as packs
    from widget w where w.status = 2 and w.platforms @> ${JSON.stringify([platform])}::jsonb
      and (w.audience = 'everyone' or w.id = any(${[...widgets]}::uuid[]))
    order by w.priority, w.id`.execute(db);
  const chosen = await chosenOf(
    db,
    rows.map(({ packs }) => packs),
    viewer,
  );
  // A widget of a package that no build serves here is not shown.
  return rows
    .map(({ packs: _packs, ...row }, at) => ({ ...row, pack: chosen[at] ?? null }))
    .filter(({ kind, pack }) => kind !== 'package' || pack !== null);
}

const isDesktop = (platform: number): boolean => platform === 4 || platform === 5;

/** A widget as a terminal is told of it. */
export function viewOfWidget(one: UsableWidget, { platform, language }: WidgetViewer, secrets: Pick<Secrets, 'mac'>): ClientWidget {
  const { pack } = one;
  return {
    widgetId: one.id,
    widgetIdentifier: one.identifier,
    name: pick(one.name, language),
    description: one.description ? pick(one.description, language) : '',
    icon: one.icon,
    kind: one.kind,
    link: (isDesktop(platform) ? (one.pcLink ?? one.mobileLink) : (one.mobileLink ?? one.pcLink)) || null,
    open: one.open,
    orientation: one.orientation,
    signIn: one.signIn,
    hosts: one.hosts,
    bridge: one.bridge,
    badgeLink: one.badgeLink,
    card: one.card,
    package: pack && {
      versionId: pack.id,
      versionName: pack.versionName,
      buildNo: pack.buildNo,
      size: pack.size,
      sha256: pack.sha256,
      signature: signPackage(secrets, one.id, pack),
      entry: pack.entry,
      mode: pack.mode,
      notes: pack.notes ? pick(pack.notes, language) : '',
    },
  };
}
