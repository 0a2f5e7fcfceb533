-- How a CSV file is read says more: how its letters are stored, whether it has titles, and columns for direction, currency,
-- and state. Files that are known have none of these.
update bank_accounts
set csv_mapping = '{
  "encoding": "windows-1252", "hasTitles": true,
  "directionColumn": null, "incomingWords": [], "outgoingWords": [],
  "currencyColumn": null,
  "stateColumn": null, "bookedWords": [], "pendingWords": []
}'::jsonb || csv_mapping::jsonb
where csv_mapping is not null;
