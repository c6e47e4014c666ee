import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, beside those of its declared entities. */
export const contentWords: AuditWords = {
  'materialGroup.delete': said('删除了素材分组', 'Deleted content groups', '素材グループを削除した'),
  'material.upload': said('上传了素材文件', 'Uploaded a file of content', '素材ファイルをアップロードした'),
  'material.move': said('移动了素材', 'Moved materials to another group', '素材を移動した'),
  'material.replace': said('替换了图片', 'Replaced a picture', '画像を差し替えた'),
  'article.update': said('修改了文章', 'Changed an article', '記事を変更した'),
  'article.copy': said('复制了文章', 'Copied an article', '記事をコピーした'),
  'article.submit': said('提交了文章审核', 'Submitted an article for review', '記事の承認を依頼した'),
  'article.return': said('退回了文章', 'Returned an article from review', '記事を差し戻した'),
  'article.publish': said('发布了文章', 'Published an article', '記事を公開した'),
  'article.withdraw': said('撤下了文章', 'Withdrew an article', '記事を取り下げた'),
  'article.schedule': said('修改了文章的定时', 'Planned an article', '記事の公開予約を変更した'),
  'article.restore': said('恢复了文章的旧版本', 'Restored an earlier version of an article', '記事の旧版を復元した'),
  'article.correct': said('发布了文章更正', 'Published a correction of an article', '記事の訂正を公開した'),
  'article.lock': said('开始编辑文章的段落', 'Began to write in a block of an article', '記事の段落の編集を始めた'),
  'article.fetchImage': said('取得了外部图片', 'Brought in a picture of another site', '外部の画像を取り込んだ'),
};
