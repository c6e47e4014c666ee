/** Names in braces that nobody filled in: `{minimum}`, `{n|item|items}`. */
const placeholder = /\{\{?[a-zA-Z]\w*(?:\|[^}"]*)?\}/;

/** The text of an answer in which a placeholder stands for what it should say; undefined where all are filled. What was done may answer texts that are templates. */
export function unfilledIn(answer: { code: number; msg: string; data: unknown }): string | undefined {
  const text = JSON.stringify(answer.code === 0 ? answer.msg : [answer.msg, answer.data]) ?? '';
  return placeholder.test(text) ? text : undefined;
}
