-- When whoever reads the former address said that it is wrong. Until the change is taken back, links to the new one wait.
alter table donor_changes add column objected_at timestamptz(3);
