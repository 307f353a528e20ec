// What belongs to a case goes with it: that its organisation and app are there is asked of the case alone, and not again of each line of its history.
const PARTS = ['task', 'event', 'timer', 'outbox', 'notice', 'copy']
export const name = '0078-flow-quicker'
export const sql = PARTS.map(
  part => `
alter table flow_${part} drop constraint flow_${part}_company_id_fkey, drop constraint flow_${part}_app_id_fkey;
drop index flow_${part}_company;
drop index flow_${part}_app;`,
).join('\n')
