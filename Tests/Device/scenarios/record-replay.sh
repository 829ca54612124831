# a run that is recorded, and its replay: the same events
# limit: 180
start_controller
start_lines
start_broker
mark
configure
start_agent --record /tmp/run.btsnoop
expect "the agent listens" within 10 is_scanning
walk 180 240
expect "the Middle room is entered" within 90 has_event zone/enter '"name":"Middle room"'
expect "a clean stop ends with 0" stop_agent
# Every event with its whole payload; of the positions those from the first zone on, when the broker was connected.
new mqtt | sed -n 's/^[^ ]* bluedot\/board\/\(event\/[a-z/]*\) /\1 /p' >/tmp/live
bluedot replay /tmp/run.btsnoop --site /board/site --format jsonl |
  sed -n 's/^{"topic":"\(event\/[a-z/]*\)","payload":\(.*\)}$/\1 \2/p' >/tmp/replayed
figure "events" "$(wc -l </tmp/live)" ""
expect "there are zones among the events" grep -q zone/enter /tmp/live
head -n 3 /tmp/live /tmp/replayed
expect "the replay has the same, to the byte" cmp /tmp/live /tmp/replayed
