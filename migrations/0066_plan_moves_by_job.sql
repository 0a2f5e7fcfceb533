-- A job tells the donors of a move, one plan at a time, and goes on where a process died. When a plan is moved, 14 days
-- after its donor was told; null until then.
alter table plan_move_plans add column due_at timestamptz(3);
update plan_move_plans set due_at = plan_moves.due_at from plan_moves where plan_moves.id = move_id;

-- 'stayed': the team has cancelled the move, and the donor was told if they had been told otherwise.
alter table plan_move_plans drop constraint plan_move_plans_outcome_check;
alter table plan_move_plans add check (outcome in ('moved', 'left', 'stayed'));
update plan_move_plans set outcome = 'stayed' from plan_moves
  where plan_moves.id = move_id and cancelled_at is not null and outcome is null;

create index plan_move_plans_undecided on plan_move_plans (move_id, plan_id) where outcome is null;
