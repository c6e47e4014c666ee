import type { SessionStage } from '#kit/common/client/client-facts.ts';
import type { Terminal } from '#kit/server/client/terminal-gate.ts';
import type { TerminalPolicy } from './policy.ts';
import { tokenHash, type Pair } from './tokens.ts';

/** What a new session needs. */
export interface SessionDraft {
  terminal: Terminal;
  uid: string;
  stage: SessionStage;
  mustChange: boolean;
  way: string;
  factor: string;
  address: string;
  userAgent: string;
}

/** The row of a session that begins. */
export function rowOf(draft: SessionDraft, { id, now, pair, policy }: { id: string; now: number; pair: Pair; policy: TerminalPolicy }) {
  const { accessMinutes, refreshDays, refreshWholeDays } = policy;
  const { terminal } = draft;
  const whole = now + refreshWholeDays * 86_400_000;
  return {
    id,
    employee_id: draft.uid,
    app_key: terminal.appKey,
    platform: terminal.platform,
    install_id: terminal.installId,
    build_no: terminal.buildNo,
    api_version: terminal.clientApi,
    key_thumbprint: terminal.thumbprint ?? '',
    access_hash: tokenHash(pair.accessToken),
    access_until: now + accessMinutes * 60_000,
    refresh_hash: tokenHash(pair.refreshToken),
    refresh_until: Math.min(whole, now + refreshDays * 86_400_000),
    whole_until: whole,
    used_hash: null,
    used_at: null,
    used_request: null,
    used_salt: null,
    stage: draft.stage,
    must_change: draft.mustChange,
    way: draft.way,
    factor: draft.factor,
    address: draft.address,
    user_agent: draft.userAgent.slice(0, 400),
    created_at: now,
    last_at: now,
    ended_at: null,
    ended_by: null,
  };
}
