-- The specification names the category of a support message "bug".
alter table support_messages drop constraint support_messages_category_check;
update support_messages set category = 'bug' where category = 'bug_report';
alter table support_messages
  add constraint support_messages_category_check check (category in ('billing', 'account', 'bug', 'feedback'));
