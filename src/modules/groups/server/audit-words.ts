import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, beside those of its declared entities. */
export const groupWords: AuditWords = {
  'imGroup.ban': said('封禁了群', 'Banned groups', 'グループの利用を停止した'),
  'imGroup.unban': said('解除了群的封禁', 'Lifted the ban from groups', 'グループの停止を解除した'),
  'imGroup.changeType': said('更换了群类型', 'Changed the type of groups', 'グループの種別を変更した'),
  'imGroup.transfer': said('转让了群', 'Gave groups another owner', 'グループのオーナーを変更した'),
  'imGroup.merge': said('合并了群', 'Merged groups', 'グループを統合した'),
  'imGroup.message': said('向群发送了通知', 'Wrote to groups', 'グループにお知らせを送信した'),
  'imGroup.notice': said('修改了群公告', 'Changed the notice of groups', 'グループのお知らせ欄を変更した'),
  'imGroup.batchUpdate': said('批量修改了群', 'Changed several groups', 'グループを一括で変更した'),
  'groupMember.add': said('添加了群成员', 'Added members to a group', 'グループにメンバーを追加した'),
  'groupMember.remove': said('移除了群成员', 'Took members out of groups', 'グループからメンバーを除外した'),
  'groupMember.mute': said('修改了群成员的禁言', 'Silenced members of a group', 'メンバーの発言停止を変更した'),
  'groupMember.setManager': said('修改了群管理员', 'Changed the managers of a group', 'グループの管理者を変更した'),
  'groupType.info': said('修改了群类型', 'Changed a group type', 'グループ種別を変更した'),
  'groupType.relateUser': said(
    '修改了群类型的创建者和成员',
    'Changed who creates and joins groups of a type',
    'グループ種別の作成者とメンバーを変更した',
  ),
  'groupType.app': said('修改了群应用', 'Changed the tool bar of a group type', 'グループアプリを変更した'),
  'groupMember.export': said('导出了群成员', 'Exported members of a group', 'グループのメンバーをエクスポートした'),
  'groupMember.import': said('从文件添加了群成员', 'Added members to a group from a file', 'ファイルからメンバーを追加した'),
  'groupType.applyHelpers': said('将群助手应用到已有群', 'Gave helpers to existing groups', '既存グループにアシスタントを追加した'),
  'groupType.helper': said('修改了群助手', 'Changed the helpers of a group type', 'グループアシスタントを変更した'),
};
