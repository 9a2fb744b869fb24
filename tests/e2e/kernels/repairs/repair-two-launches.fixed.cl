//lockstep: clean
//launch: kernel=five global=1 local=1 arg=0:buffer,4,zeros:int
//launch: kernel=seven global=1 local=1 arg=0:keep:0
//made: split the kernel into two launches
kernel void five(global int *top) { top[0] = 5; }
kernel void seven(global int *top) { top[0] = 7; }
