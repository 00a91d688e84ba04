-- The place on the counter up to which a clip's views were eligible when a hold was upheld: what an appeal puts on hold again
-- lies before it. Instead of how many views that was, which says nothing once another hold names some of them too.
alter table fraud_holds add column eligible_to bigint check (eligible_to >= 0);
update fraud_holds set eligible_to = from_views + excluded_eligible where excluded_eligible is not null;
alter table fraud_holds drop column excluded_eligible;
