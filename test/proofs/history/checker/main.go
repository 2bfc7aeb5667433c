// The checker reads a history of requests and answers, and says whether one order of events explains it.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"
)

// A Report is what the checker prints.
type Report struct {
	Operations int `json:"operations"`
	Open       int `json:"open"`
	Partitions int `json:"partitions"`
	// Operations of the longest partition.
	Longest    int         `json:"longest"`
	Violations []Violation `json:"violations"`
	// Partitions for which the time was too short.
	Undecided []string `json:"undecided"`
}

func main() {
	timeout := flag.Duration("time", time.Minute, "for all partitions together")
	memory := flag.Int("memory", 2048, "MB that the checker may take")
	flag.Parse()
	if flag.NArg() != 1 {
		fail("Usage: checker [-time 60s] [-memory 2048] FILE")
	}
	limitMemory(*memory)
	history, err := readHistory(flag.Arg(0))
	if err != nil {
		fail(err.Error())
	}
	report := check(history, time.Now().Add(*timeout))
	if err := json.NewEncoder(os.Stdout).Encode(report); err != nil {
		fail(err.Error())
	}
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(1)
}

// limitMemory ends the checker when it takes more: a machine that swaps decides nothing.
func limitMemory(megabytes int) {
	debug.SetMemoryLimit(int64(megabytes) << 20)
	go func() {
		for range time.Tick(50 * time.Millisecond) {
			var stats runtime.MemStats
			runtime.ReadMemStats(&stats)
			if stats.HeapAlloc > uint64(megabytes)<<20 {
				fail(fmt.Sprintf("The checker needs more than %d MB: nothing is decided. Shorten the history.", megabytes))
			}
		}
	}()
}

func check(history []*Operation, deadline time.Time) Report {
	partitions := divide(history)
	report := Report{Operations: len(history), Partitions: len(partitions), Violations: sharedOrders(history), Undecided: []string{}}
	for _, op := range history {
		if op.Answer == nil {
			report.Open++
		}
	}
	for _, p := range partitions {
		report.Longest = max(report.Longest, len(p.ops))
	}
	for at, result := range checkAll(partitions, deadline) {
		p := partitions[at]
		switch result {
		case porcupine.Unknown:
			report.Undecided = append(report.Undecided, p.name)
		case porcupine.Illegal:
			report.Violations = append(report.Violations, violation(p.name, history, p.prefix()))
		}
	}
	return report
}

// checkAll checks as many partitions at once as there are cores.
func checkAll(partitions []*partition, deadline time.Time) []porcupine.CheckResult {
	results := make([]porcupine.CheckResult, len(partitions))
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.NumCPU() {
		workers.Go(func() {
			for at := range next {
				results[at] = partitions[at].check(partitions[at].ops, time.Until(deadline))
			}
		})
	}
	for at := range partitions {
		next <- at
	}
	close(next)
	workers.Wait()
	return results
}

func violation(name string, history []*Operation, ops []*Operation) Violation {
	found := Violation{Partition: name}
	last := int64(0)
	for _, op := range ops {
		found.Lines = append(found.Lines, op.line)
		if op.Return != nil {
			last = max(last, *op.Return)
		}
	}
	for _, op := range history {
		if op.returned() <= last {
			found.After++
		}
	}
	return found
}

// sharedOrders finds orders whose id was given twice, which the partition of one pet does not show.
func sharedOrders(history []*Operation) []Violation {
	found := []Violation{}
	first := map[int64]*Operation{}
	for _, op := range byReturn(history) {
		if op.Op != "placeOrder" || op.Answer == nil || op.Answer.Order == nil {
			continue
		}
		id := op.Answer.Order.ID
		if first[id] == nil {
			first[id] = op
		} else if birthOf(first[id]) != birthOf(op) {
			found = append(found, violation(fmt.Sprintf("order %d", id), history, []*Operation{first[id], op}))
		}
	}
	return found
}
