# idle at rest by an accelerometer's files; woken by a shake
# limit: 120
iio=/tmp/iio
mkdir -p $iio
echo 0.000598 >$iio/in_accel_scale
accelerate() { echo "$1" >$iio/in_accel_x_raw; echo 0 >$iio/in_accel_y_raw; echo 16400 >$iio/in_accel_z_raw; }
accelerate 12
start_all "[idle]" "without-motion = 35 s" "[motion]" "accelerometer = $iio"
walk 0 300
expect "a position arrives" within 15 has mqtt 'bluedot/board/location .*"source":"beacons"'
expect "at rest it idles" within 60 has agent 'idle: the board rests'
mark
accelerate 4000
shaken_at=$(boot_ms)
expect "a shake wakes it" within 5 has_event wakeup '"accelerometer"'
figure "shake to wake-up" $(($(boot_ms) - shaken_at)) ms
expect "positions follow" within 20 has mqtt 'bluedot/board/location .*"source":"beacons"'
mark
: >$iio/in_accel_x_raw
expect "a sensor that fails is told" within 30 has agent 'accelerometer.*in_accel_x_raw'
expect "the agent lives" agent_lives
