/** Names in braces that nobody filled in: `{minimum}`, `{n|item|items}`. */
const placeholder = /\{\{?[a-zA-Z]\w*(?:\|[^}"]*)?\}/;

/** The text of an answer in which a placeholder stands for what it should say; undefined where all are filled. What is kept by the product may be a template. */
export function unfilledIn(answer: { code: number; msg: string; data: unknown }): string | undefined {
  const issues: unknown = Reflect.get(Object(answer.data), 'issues');
  const text = JSON.stringify([answer.msg, issues]);
  return placeholder.test(text) ? text : undefined;
}
