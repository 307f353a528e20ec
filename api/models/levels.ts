// How things stand, read from the words of a choice: so that done, waiting and lost differ where nobody has chosen colours.
const LEVELS: readonly [RegExp, string][] = [
  [/cancel|lost|reject|refus|fail|overdue|error|block|urgent|critical|inactive|取消|丢|拒|失败|逾期|停用|紧急|驳回/i, 'danger'],
  [/done|paid|won|complete|clos|approv|ship|deliver|active|resolv|success|finish|完成|已付|成交|通过|交付|发货|启用|成功|结束/i, 'success'],
  [/wait|pend|hold|review|draft|late|medium|partial|待|审|暂|草稿|部分/i, 'warning'],
  [/new|open|progress|start|sent|offer|plan|todo|新|进行|打开|已发/i, 'info'],
]
/** How a choice is marked: as what its words mean, where they are of the usual ones. */
export const levelOf = (words: string) => LEVELS.find(([pattern]) => pattern.test(words))?.[1]
