import type { zh_CN } from './zh_CN.ts';

/** Texts of the functions of to-dos. */
export const ja_JP: Record<keyof typeof zh_CN, string> = {
  'sysApi.code.todo/add': 'ToDo の送信',
  'sysApi.code.todo/update': 'ToDo の変更',
  'sysApi.code.todo/finish': 'ToDo の完了',
  'sysApi.code.todo/withdraw': 'ToDo の取り下げ',
  'sysApi.code.todo/get': 'ToDo の照会',
  'sysApi.code.todo/open': '未完了の ToDo',
  'function.todo/add.title': 'ToDo の送信',
  'function.todo/add.summary':
    '最大 500 件の ToDo（outId、template、data、people 1～500 人など）を受け取り、件ごとに応答します。同じ outId と内容の再送には最初の結果を返します。',
  'function.todo/update.title': 'ToDo の変更',
  'function.todo/update.summary':
    '自システムの ToDo のデータ、段階、期限、担当者（people.add、people.remove）を変更し、新しい版番号を返します。',
  'function.todo/finish.title': 'ToDo の完了',
  'function.todo/finish.summary': '自システムの ToDo を、全体または 1 人分だけ完了にします。',
  'function.todo/withdraw.title': 'ToDo の取り下げ',
  'function.todo/withdraw.summary': '自システムの ToDo を取り下げます。すべての端末で閉じられます。',
  'function.todo/get.title': 'ToDo の照会',
  'function.todo/get.summary': '自システムの ToDo の状態と、各担当者の状態を返します。',
  'function.todo/open.title': '未完了の ToDo',
  'function.todo/open.summary': '自システムの未完了の ToDo を outId の順にページごとに返します。照合に使います。',
  'input.items': 'ToDo の一覧。最大 500 件',
  'input.revision': 'システムが把握している版番号。異なる場合は拒否します',
  'input.data': 'フォームのデータ。テンプレートで検査します',
  'input.stage': '段階のコード',
  'input.people': '追加（add）と除外（remove）する担当者',
  'input.reason': '理由。500 文字まで',
  'input.person': 'この担当者の分だけ',
  'input.limit': '1 ページの件数。最大 1000',
};
