import { perProduct } from '#kit/server/per-product.ts';

/** Who manages the group of a conversation: the module of groups says it when it starts. */
export interface GroupManagers {
  manages(conversationId: string, uid: string): Promise<boolean>;
}

/** The managers of groups in a running product; without groups nobody manages any. */
export const managersOf = perProduct((): GroupManagers & { set(managers: GroupManagers): void } => {
  let known: GroupManagers | undefined;
  return {
    set: (managers) => (known = managers),
    manages: async (conversationId, uid) => known?.manages(conversationId, uid) ?? false,
  };
});
