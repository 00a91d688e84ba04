-- Several payouts of a person may be under way: an earlier one blocks neither a withdrawal nor the weekly run. What leaves
-- is taken from the balance under its lock, so that they never come to more than there is.
drop index payouts_one_open;
