declare module '#platform/database/tables.ts' {
  interface Tables {
    gateway_nonce: { hash: Buffer; until: number };
    gateway_token: { hash: Buffer; key_id: string; system_id: string; until: number };
    gateway_quota: { caller_id: string; day: string; count: number };
    gateway_node: {
      node: string;
      seen_at: number;
      word: string;
      calls_second: number;
      in_flight: number;
      waiting: number;
      loop_ms: number;
    };
    gateway_rate: { key: string; calls: number; at: number };
    gateway_identity_key: { id: string; created_at: number; public_jwk: Record<string, string>; private_jwk: string };
  }
}

export {};
