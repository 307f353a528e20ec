// Framework that a mini-program was pushed with.
export const name = '0185-push-framework'
export const sql = `
alter table ci_push add column framework text not null default 'uniapp' check (framework in ('uniapp', 'taro'));
`
