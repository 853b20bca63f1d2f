### Flows that share links: names of devices, and what holds the flows back.

flow-device-port = node { $node } port { $port }
flow-device-extra = extra endpoint { $number }
flow-device-leaf = leaf { $number }
flow-device-spine = spine { $number }
flow-device-core = core switch { $number }
