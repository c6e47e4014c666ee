declare module '#platform/database/tables.ts' {
  interface Tables {
    gateway_nonce: { hash: Buffer; until: number };
    gateway_token: { hash: Buffer; key_id: string; system_id: string; until: number };
    gateway_quota: { caller_id: string; day: string; count: number };
    gateway_identity_key: { id: string; created_at: number; public_jwk: Record<string, string>; private_jwk: string };
  }
}

export {};
