/** Texts of sign-in on the server. */
export const zh_CN = {
  'error.10401': '账号、密码或图形验证码不正确',
  'password.tooShort': '至少 {least} 个字符',
  'password.tooLong': '太长',
  'password.classes': '需要更多种类的字符',
  'password.common': '过于常见，容易被猜到',
  'password.context': '不能包含账号或姓名',
  'password.repeated': '重复的字符太多',
  'password.sequence': '包含连续的字符',
  'password.reused': '与正在使用或最近用过的密码相同',
  'session.kind.local': '账号与密码',
  'password.unprintable': '含有不可见字符',
};
