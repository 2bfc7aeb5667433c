package main

import (
	"slices"
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

// patience is the longest that one attempt to shorten a history may take.
const patience = 200 * time.Millisecond

// A Violation is a history that no order of its operations explains.
type Violation struct {
	Partition string `json:"partition"`
	// Operations of the whole history that were answered until it shows.
	After int `json:"after"`
	// The lines of its operations in the file, up to the one that shows it.
	Lines []int `json:"lines"`
}

func (p *partition) illegal(ops []*Operation) bool {
	return p.check(ops, patience) == porcupine.Illegal
}

// prefix cuts off all after the answer with which the partition becomes illegal.
func (p *partition) prefix() []*Operation {
	answered := slices.DeleteFunc(byReturn(p.ops), func(op *Operation) bool { return op.Answer == nil })
	until := func(last int64) []*Operation {
		var ops []*Operation
		for _, op := range p.ops {
			switch {
			case op.returned() <= last:
				ops = append(ops, op)
			case op.Call <= last && op.writes():
				ops = append(ops, open(op))
			}
		}
		return ops
	}
	at := sort.Search(len(answered)-1, func(at int) bool { return p.illegal(until(answered[at].returned())) })
	return until(answered[at].returned())
}

func open(op *Operation) *Operation {
	copied := *op
	copied.Return, copied.Answer = nil, nil
	return &copied
}

// writes says whether a request asks for a change.
func (o *Operation) writes() bool {
	switch o.Op {
	case "getPet", "petsByIds", "getOrder", "getCategory":
		return false
	case "updatePet":
		return o.Body != (Body{})
	}
	return true
}
