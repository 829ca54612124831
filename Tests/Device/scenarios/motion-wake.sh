# idle at rest by the motion line; woken by motion
# limit: 120
start_all "[idle]" "without-motion = 40 s" "[motion]" "line-chip = pinctrl-sim" "line = MOTION"
walk 0 300
expect "a position arrives" within 15 has mqtt 'bluedot/board/location .*"source":"beacons"'
mark
set_motion 0
expect "at rest it idles" within 60 has agent 'idle: the board rests'
mark
set_motion 1
expect "motion wakes it" within 3 has_event wakeup motion
expect "positions follow" within 20 has mqtt 'bluedot/board/location .*"source":"beacons"'
